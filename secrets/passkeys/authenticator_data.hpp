#pragma once
#include "secrets/passkeys/cbor.hpp"
#include "secrets/passkeys/passkeys.hpp"

namespace paylink {

/// The credential that a registration creates.
struct attested_credential {
  std::string_view credential_id;
  cbor_value public_key;
};

/// What the authenticator says and signs (section 6.1 of the standard), a view of its bytes.
struct authenticator_data {
  std::string_view relying_party_hash;
  bool is_user_present = false;
  bool is_user_verified = false;
  bool is_backup_eligible = false;
  bool is_backed_up = false;
  std::uint32_t sign_count = 0;
  std::optional<attested_credential> credential;
  std::optional<cbor_value> extensions;
};

/// Reads the whole of `bytes`; fails with `authenticator_data` or `credential_id`.
passkey_result<authenticator_data> read_authenticator_data(std::string_view bytes);

/// Checks the site, the user's presence and verification, and that nothing is backed up that cannot be.
passkey_result<void> check_authenticator_data(const authenticator_data& data, const passkey_ceremony& ceremony);

} // namespace paylink
