#pragma once
#include "domain/values/random_source.hpp"

#include <string>
#include <string_view>

namespace paylink {

/// A secret that scanners can recognize: `<prefix>_`, 40 random base62 characters, 6 base62 characters of their CRC-32.
/// Prefixes: `plat` (API token), `plsk` (signing key), `whk`, `whs` (webhook key and secret).
std::string make_secret(std::string_view prefix, random_source& random);

/// Whether form and checksum are valid: detects typos without a query. It proves nothing else.
bool is_well_formed_secret(std::string_view prefix, std::string_view text);

/// A secret that works once, or the value of a session's cookie: 32 random bytes in 43 characters of base64url.
std::string make_one_time_token(random_source& random);

} // namespace paylink
