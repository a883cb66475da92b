#pragma once
#include "domain/values/random_source.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// One-time codes for an account whose second factor is lost: 120 random bits each, six groups `xxxx-xxxx-…`:
/// enough that a plain hash of one can be stored.
namespace paylink {

inline constexpr std::size_t recovery_codes_count = 10;

/// New codes, as they are shown once: digits and lower-case letters without `i`, `l`, `o` and `u`.
std::array<std::string, recovery_codes_count> make_recovery_codes(random_source& random);

/// What is stored of a code: SHA-256 as 64 hex characters. Case, dashes and spaces do not matter, and an `o` counts as
/// 0, an `i` or `l` as 1. None if the text cannot be a code.
std::optional<std::string> recovery_code_digest(std::string_view code);

/// Which of the stored digests a code has, compared in constant time; none if it has none of them.
std::optional<std::size_t> find_recovery_code(std::string_view code, std::span<const std::string> digests);

} // namespace paylink
