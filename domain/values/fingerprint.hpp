#pragma once
#include <cstdint>
#include <string_view>

namespace paylink {

/// FNV-1a with 64 bits: distinguishes texts, but is not cryptographic. `seed`: what came before.
constexpr std::uint64_t fingerprint(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return seed;
}

} // namespace paylink
