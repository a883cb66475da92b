#pragma once
#include <span>
#include <string>

namespace paylink {

/// Base32 of RFC 4648 with padding; 20 bytes need none.
std::string to_base32(std::span<const unsigned char> bytes);

} // namespace paylink
