#include "domain/retry_after.hpp"

#include "domain/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {

namespace {

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::ranges::equal(text, lower_case, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

std::optional<int> number_at(std::string_view text, std::size_t place, std::size_t size) {
  int number = 0;
  const auto digits = text.substr(place, size);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0) return std::nullopt;
  return number;
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is sent today.
std::optional<timestamp> parse_http_date(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (text.size() != 29 || text.substr(3, 2) != ", " || !text.ends_with(" GMT")) return std::nullopt;
  const auto day = number_at(text, 5, 2), year = number_at(text, 12, 4);
  const auto hour = number_at(text, 17, 2), minute = number_at(text, 20, 2), second = number_at(text, 23, 2);
  const auto month = std::ranges::find(months, text.substr(8, 3));
  if (!day || !year || !hour || !minute || !second || month == months.end()) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(month - months.begin()) + 1},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
         std::chrono::seconds{*second};
}

/// A number of any length: who asks for more than the longest wait gets that.
std::chrono::milliseconds read_seconds(std::string_view digits) {
  std::int64_t seconds = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), seconds).ec;
  if (error != std::errc{} || seconds > asked_wait_max.count()) return asked_wait_max;
  return std::chrono::seconds{seconds};
}

} // namespace

std::optional<std::chrono::milliseconds> asked_wait(const attempt& made, timestamp now) {
  if (made.status_code != 429 && made.status_code != 503) return std::nullopt;
  const auto header = std::ranges::find_if(
      made.response_headers, [](const auto& field) { return equals_ignoring_case(field.first, "retry-after"); });
  if (header == made.response_headers.end()) return std::nullopt;
  const std::string_view text{header->second};
  if (!text.empty() && std::ranges::all_of(text, is_digit)) return read_seconds(text);
  const auto date = parse_http_date(text);
  if (!date) return std::nullopt;
  return std::clamp<std::chrono::milliseconds>(*date - now, std::chrono::milliseconds{0}, asked_wait_max);
}

} // namespace paylink
