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

} // namespace paylink
