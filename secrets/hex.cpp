#include "secrets/hex.hpp"

#include <sodium.h>

namespace paylink {

std::string to_hex(std::span<const unsigned char> bytes) {
  std::string text(bytes.size() * 2, '\0');
  sodium_bin2hex(text.data(), text.size() + 1, bytes.data(), bytes.size());
  return text;
}

} // namespace paylink
