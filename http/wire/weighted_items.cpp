#include "http/wire/weighted_items.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

/// The weight behind a semicolon: `q=0.8`.
double weight_of(std::string_view parameter) {
  if (!parameter.starts_with("q=") && !parameter.starts_with("Q=")) return 0;
  const auto digits = parameter.substr(2);
  double weight = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
  const bool is_read = error == std::errc{} && end == digits.data() + digits.size();
  return is_read && weight >= 0 && weight <= 1 ? weight : 0;
}

} // namespace

std::vector<weighted_item> weighted_items(std::string_view header) {
  std::vector<weighted_item> items;
  while (!header.empty()) {
    const auto end = std::min(header.find(','), header.size());
    const auto item = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    const auto semicolon = std::min(item.find(';'), item.size());
    const auto name = trimmed(item.substr(0, semicolon));
    if (name.empty()) continue;
    const auto parameter = trimmed(item.substr(std::min(semicolon + 1, item.size())));
    items.push_back({name, parameter.empty() ? 1 : weight_of(parameter)});
  }
  return items;
}

} // namespace paylink
