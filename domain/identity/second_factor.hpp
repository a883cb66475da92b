#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/values/ids.hpp"

#include <optional>
#include <string>

namespace paylink {

/// How long a page has to answer what a passkey is asked.
inline constexpr std::chrono::minutes ceremony_life{5};
/// How long a new authenticator app waits for its first code.
inline constexpr std::chrono::minutes new_totp_life{15};
/// The passkeys of an account.
inline constexpr std::size_t passkeys_max = 10;

/// What a passkey is asked for.
enum class ceremony_kind {
  sign_in,      ///< By a browser that is not signed in yet.
  confirmation, ///< By a session whose user shows to be there still.
  registration, ///< By a session whose user adds a passkey.
};

/// `sign_in`, `confirmation`, `registration`.
std::string_view to_text(ceremony_kind value);
/// `sign_in` for any other text.
ceremony_kind parse_ceremony_kind(std::string_view text);

/// 1 to 100 characters on one line.
std::optional<field_fault> check_passkey_name(const std::optional<std::string>& name);

} // namespace paylink
