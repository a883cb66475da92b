#include "domain/values/free_text.hpp"

#include "domain/values/utf8.hpp"

#include <algorithm>

namespace paylink {

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

bool holds_control_character(std::string_view text) {
  for (std::size_t place = 0; place < text.size(); ++place) {
    const auto byte = static_cast<unsigned char>(text[place]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7f) return true;
    // U+0080…U+009F.
    if (byte == 0xc2 && place + 1 < text.size() && static_cast<unsigned char>(text[place + 1]) < 0xa0) return true;
  }
  return false;
}

std::string printable_start(std::string_view text, std::size_t points_max) {
  std::string start;
  for (std::size_t points = 0; points < points_max && !text.empty();) {
    const auto unit = utf8_front(text);
    const auto point = text.substr(0, unit.length);
    text.remove_prefix(point.size());
    if (!unit.is_valid || point == "\n" || holds_control_character(point)) continue;
    start += point;
    ++points;
  }
  return start;
}

} // namespace paylink
