#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace paylink {

/// Two lowercase hex characters per byte.
std::string to_hex(std::span<const unsigned char> bytes);

} // namespace paylink
