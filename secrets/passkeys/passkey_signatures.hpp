#pragma once
#include "secrets/passkeys/authenticator_data.hpp"
#include "secrets/passkeys/public_key.hpp"

namespace paylink {

/// What was signed: the authenticator data as it came, and the client data, whose hash follows it.
struct passkey_signed {
  std::string_view relying_party_id;
  std::string_view client_data_json;
  std::string_view encoded_data;
  const authenticator_data& data; ///< `encoded_data`, read.
};

/// Whether the key can verify signatures: a point must lie on its curve.
bool is_usable(const passkey_public_key& key);

/// Whether a registration was signed with the key that it registers.
bool is_signed_by_itself(const passkey_signed& message, const passkey_public_key& key, std::string_view signature);

/// Whether an assertion was signed with this key.
bool is_signed_by(const passkey_signed& message, const passkey_public_key& key, std::string_view signature);

} // namespace paylink
