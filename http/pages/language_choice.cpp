#include "domain/values/ascii.hpp"
#include "http/pages/payer_page.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {
namespace {

/// Whether a language range such as `en-GB` names `code`.
bool names(std::string_view range, std::string_view code) {
  if (range.size() < code.size() || (range.size() > code.size() && range[code.size()] != '-')) return false;
  for (std::size_t at = 0; at < code.size(); ++at)
    if ((range[at] | 0x20) != code[at]) return false;
  return true;
}

/// The weight behind `;q=`: 1 without one, 0 when it cannot be read.
double weight_of(std::string_view parameters) {
  const auto value = trimmed(parameters);
  if (value.empty()) return 1;
  if (!value.starts_with("q=") && !value.starts_with("Q=")) return 0;
  double weight = 0;
  const auto digits = value.substr(2);
  std::from_chars(digits.data(), digits.data() + digits.size(), weight);
  return weight >= 0 && weight <= 1 ? weight : 0;
}

} // namespace

language choose_language(const http_request& request) {
  if (const auto asked = request.parameter("lang")) {
    if (*asked == "vi") return language::vi;
    if (*asked == "en") return language::en;
  }
  double vietnamese = 0, english = 0;
  for (auto rest = request.header("accept-language"); !rest.empty();) {
    const auto comma = rest.find(',');
    const auto item = rest.substr(0, comma);
    rest = comma == rest.npos ? std::string_view{} : rest.substr(comma + 1);
    const auto semicolon = item.find(';');
    const auto range = trimmed(item.substr(0, semicolon));
    const auto weight = weight_of(semicolon == item.npos ? std::string_view{} : item.substr(semicolon + 1));
    if (names(range, "vi")) vietnamese = std::max(vietnamese, weight);
    if (names(range, "en")) english = std::max(english, weight);
  }
  return english > vietnamese ? language::en : language::vi;
}

} // namespace paylink
