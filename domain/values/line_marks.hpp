#pragma once
#include <cstddef>
#include <string_view>

namespace paylink {

/// A character that ends a line for some readers, or turns the direction in which the rest of the line is shown.
struct line_mark {
  unsigned point = 0;   ///< U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069; 0: no mark.
  std::size_t size = 0; ///< In UTF-8.
};

/// The mark at the front of a text.
constexpr line_mark line_mark_at(std::string_view text) {
  if (text.starts_with("\xD8\x9C")) return {0x061C, 2};
  if (text.size() < 3 || text[0] != '\xE2') return {};
  const auto bits = [&](std::size_t at) { return static_cast<unsigned char>(text[at]) & 0x3Fu; };
  const unsigned point = 0x2000u | bits(1) << 6 | bits(2);
  const bool is_mark = point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
                       (point >= 0x2066 && point <= 0x2069);
  return is_mark ? line_mark{point, 3} : line_mark{};
}

} // namespace paylink
