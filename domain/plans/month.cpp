#include "domain/plans/month.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

namespace chrono = std::chrono;

constexpr chrono::hours ahead_of_utc{7};
constexpr int months_of_a_year = 12;
constexpr std::size_t text_size = 7, dash_at = 4; // `2026-01`

int number_of(timestamp time) {
  const chrono::year_month_day date{chrono::floor<chrono::days>(time + ahead_of_utc)};
  return static_cast<int>(date.year()) * months_of_a_year + static_cast<int>(static_cast<unsigned>(date.month())) - 1;
}

std::optional<int> parse_digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::string padded(int value, std::size_t size) {
  const auto digits = std::to_string(value);
  return std::string(size - std::min(size, digits.size()), '0') + digits;
}

} // namespace

calendar_month::calendar_month(timestamp time) : number_{number_of(time)} {}

std::optional<calendar_month> calendar_month::parse(std::string_view text) {
  if (text.size() != text_size || text[dash_at] != '-') return std::nullopt;
  const auto year = parse_digits(text.substr(0, dash_at)), month = parse_digits(text.substr(dash_at + 1));
  if (!year || !month || *month < 1 || *month > months_of_a_year) return std::nullopt;
  return calendar_month{*year * months_of_a_year + *month - 1};
}

std::string calendar_month::text() const {
  return padded(number_ / months_of_a_year, dash_at) + "-" + padded(number_ % months_of_a_year + 1, 2);
}

std::string calendar_month::title(language lang) const {
  constexpr std::array names{"January", "February", "March",     "April",   "May",      "June",
                             "July",    "August",   "September", "October", "November", "December"};
  const auto month = number_ % months_of_a_year;
  const auto year = padded(number_ / months_of_a_year, dash_at);
  if (lang == language::vi) return padded(month + 1, 2) + "/" + year;
  return std::string{names.at(static_cast<std::size_t>(month))} + " " + year;
}

timestamp calendar_month::begin() const {
  const chrono::year_month_day first{chrono::year{number_ / months_of_a_year},
                                     chrono::month{static_cast<unsigned>(number_ % months_of_a_year + 1)},
                                     chrono::day{1}};
  return timestamp{chrono::sys_days{first}} - ahead_of_utc;
}

} // namespace paylink
