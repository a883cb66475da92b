#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

namespace paylink {

/// HMAC-SHA512 over the concatenation of the parts, as 128 lowercase hex characters.
std::string hmac_sha512_hex(std::string_view key, std::initializer_list<std::string_view> parts);

} // namespace paylink
