#include "domain/values/http_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace paylink {

namespace {

constexpr std::array<std::string_view, 12> http_months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> short_weekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 7> long_weekdays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                        "Friday", "Saturday", "Sunday"};

std::optional<int> read_number(std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || number < 0) return std::nullopt;
  return number;
}

/// The parts of a date, as texts of the lengths that its form has.
struct http_date_parts {
  std::string_view day, month, time;
  std::optional<int> year;
};

std::optional<timestamp> time_of(const http_date_parts& parts) {
  const auto day = read_number(parts.day);
  const auto month = std::ranges::find(http_months, parts.month);
  if (!day || !parts.year || month == http_months.end() || parts.time[2] != ':' || parts.time[5] != ':')
    return std::nullopt;
  const auto hour = read_number(parts.time.substr(0, 2)), minute = read_number(parts.time.substr(3, 2)),
             second = read_number(parts.time.substr(6, 2));
  if (!hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*parts.year},
                                         std::chrono::month{static_cast<unsigned>(month - http_months.begin()) + 1},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
         std::chrono::seconds{*second};
}

// `Sun, 06 Nov 1994 08:49:37 GMT`
std::optional<timestamp> parse_fixed_form(std::string_view text) {
  if (text.size() != 29 || text.substr(3, 2) != ", " || text[7] != ' ' || text[11] != ' ' || text[16] != ' ' ||
      !text.ends_with(" GMT"))
    return std::nullopt;
  return time_of({text.substr(5, 2), text.substr(8, 3), text.substr(17, 8), read_number(text.substr(12, 4))});
}

// A year more than 50 years ahead is the last one that ends so (RFC 9110, 5.6.7).
std::optional<int> full_year(std::string_view two_digits, timestamp now) {
  const auto last_two = read_number(two_digits);
  if (!last_two) return std::nullopt;
  const std::chrono::year_month_day today{std::chrono::floor<std::chrono::days>(now)};
  const int this_year = static_cast<int>(today.year());
  const int year = this_year - this_year % 100 + *last_two;
  return year > this_year + 50 ? year - 100 : year;
}

// `Sunday, 06-Nov-94 08:49:37 GMT`
std::optional<timestamp> parse_rfc850_form(std::string_view text, timestamp now) {
  const auto comma = text.find(", ");
  if (comma == text.npos || std::ranges::find(long_weekdays, text.substr(0, comma)) == long_weekdays.end())
    return std::nullopt;
  const auto rest = text.substr(comma + 2);
  if (rest.size() != 22 || rest[2] != '-' || rest[6] != '-' || rest[9] != ' ' || !rest.ends_with(" GMT"))
    return std::nullopt;
  return time_of({rest.substr(0, 2), rest.substr(3, 3), rest.substr(10, 8), full_year(rest.substr(7, 2), now)});
}

// `Sun Nov  6 08:49:37 1994`
std::optional<timestamp> parse_asctime_form(std::string_view text) {
  if (text.size() != 24 || std::ranges::find(short_weekdays, text.substr(0, 3)) == short_weekdays.end() ||
      text[3] != ' ' || text[7] != ' ' || text[10] != ' ' || text[19] != ' ')
    return std::nullopt;
  const auto day = text[8] == ' ' ? text.substr(9, 1) : text.substr(8, 2);
  return time_of({day, text.substr(4, 3), text.substr(11, 8), read_number(text.substr(20, 4))});
}

} // namespace

std::string format_http_date(timestamp time) {
  const auto seconds = static_cast<std::time_t>(unix_seconds(time));
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

std::optional<timestamp> parse_http_date(std::string_view text, timestamp now) {
  if (const auto time = parse_fixed_form(text)) return time;
  if (const auto time = parse_rfc850_form(text, now)) return time;
  return parse_asctime_form(text);
}

} // namespace paylink
