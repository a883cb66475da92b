#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// Base64 of RFC 4648 with padding.
std::string to_base64(std::span<const unsigned char> bytes);

/// None for anything that `to_base64` would not write: spaces, missing padding, stray bits at the end.
std::optional<std::vector<unsigned char>> from_base64(std::string_view text);

/// Base64 with the alphabet of URLs, without padding.
std::string to_base64url(std::span<const unsigned char> bytes);

/// None for anything that `to_base64url` would not write.
std::optional<std::vector<unsigned char>> from_base64url(std::string_view text);

} // namespace paylink
