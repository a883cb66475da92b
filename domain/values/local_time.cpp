#include "domain/values/local_time.hpp"

#include <array>

namespace paylink {

std::string format_local(timestamp time, language lang) {
  auto vietnamese = format_vietnam(time);
  if (lang == language::vi) return vietnamese;
  constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto clock = vietnamese.substr(0, 5), day = vietnamese.substr(6, 2), year = vietnamese.substr(12);
  const auto month = static_cast<std::size_t>((vietnamese[9] - '0') * 10 + vietnamese[10] - '0' - 1);
  return (day.front() == '0' ? day.substr(1) : day) + " " + months.at(month) + " " + year + ", " + clock;
}

std::string vietnam_date(timestamp time) { return format_rfc3339(time + vietnam_offset).substr(0, 10); }

timestamp vietnam_day(timestamp time) {
  return std::chrono::floor<std::chrono::days>(time + vietnam_offset) - vietnam_offset;
}

std::optional<timestamp> parse_bank_time(std::string_view text) {
  constexpr std::size_t day_size = 10, minute_size = 16;
  constexpr std::string_view midnight = "T00:00:00", offset = "+07:00";
  std::string whole{text.substr(0, day_size)};
  auto rest = text.substr(whole.size());
  const bool has_clock = rest.starts_with(' ') || rest.starts_with('T') || rest.starts_with('t');
  if (has_clock)
    whole.append("T").append(rest.substr(1));
  else
    whole.append(midnight).append(rest);
  const bool has_offset =
      whole.ends_with('Z') || whole.ends_with('z') || whole.find_first_of("+-", day_size) != whole.npos;
  if (whole.size() == minute_size && !has_offset) whole += ":00";
  if (!has_offset) whole += offset;
  return parse_rfc3339(whole);
}

} // namespace paylink
