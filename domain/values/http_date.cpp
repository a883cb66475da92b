#include "domain/values/http_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {

namespace {

std::optional<int> number_at(std::string_view text, std::size_t place, std::size_t size) {
  int number = 0;
  const auto digits = text.substr(place, size);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0) return std::nullopt;
  return number;
}

} // namespace

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

} // namespace paylink
