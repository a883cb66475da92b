#include "secrets/base32.hpp"

#include <cstdint>
#include <string_view>

namespace paylink {

std::string to_base32(std::span<const unsigned char> bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  text.reserve((bytes.size() + 4) / 5 * 8);
  std::uint32_t bits = 0;
  int held = 0;
  for (const auto byte : bytes) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 5; held -= 5) text += digits[bits >> (held - 5) & 31];
    bits &= (1U << held) - 1;
  }
  if (held > 0) text += digits[bits << (5 - held) & 31];
  while (text.size() % 8 != 0) text += '=';
  return text;
}

} // namespace paylink
