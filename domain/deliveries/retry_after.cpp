#include "domain/deliveries/retry_after.hpp"

#include "domain/deliveries/answer_header.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/http_date.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

/// A number of any length: more than the longest delay counts as that.
std::chrono::milliseconds read_seconds(std::string_view digits) {
  std::int64_t seconds = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), seconds).ec;
  if (error != std::errc{} || seconds > asked_wait_max.count()) return asked_wait_max;
  return std::chrono::seconds{seconds};
}

} // namespace

std::optional<std::chrono::milliseconds> asked_wait(const attempt& made, timestamp now) {
  if (made.status_code != 429 && made.status_code != 503) return std::nullopt;
  const auto header = find_header(made, "retry-after");
  if (!header) return std::nullopt;
  const std::string_view text{*header};
  if (!text.empty() && std::ranges::all_of(text, is_digit)) return read_seconds(text);
  const auto date = parse_http_date(text, now);
  if (!date) return std::nullopt;
  return std::clamp<std::chrono::milliseconds>(*date - now, std::chrono::milliseconds{0}, asked_wait_max);
}

} // namespace paylink
