#pragma once
#include <cstdint>
#include <string>

namespace paylink {

/// A number as 16 lowercase hexadecimal digits.
inline std::string hex_digits(std::uint64_t number) {
  std::string text(16, '0');
  for (auto digit = text.rbegin(); number != 0; ++digit, number >>= 4) *digit = "0123456789abcdef"[number & 15];
  return text;
}

} // namespace paylink
