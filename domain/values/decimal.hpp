#pragma once
#include <charconv>
#include <cstdint>
#include <string>

namespace paylink {

/// Writes `value` as exactly `width` decimal digits at `out`, padded with zeros; returns the position after them.
constexpr char* write_padded(char* out, std::uint64_t value, int width) {
  for (auto* place = out + width; place != out; value /= 10) *--place = static_cast<char>('0' + value % 10);
  return out + width;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Appends `value` in decimal, with a minus if it is negative.
inline void append_decimal(std::string& out, std::int64_t value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

} // namespace paylink
