#include "secrets/passkeys/passkey_fault.hpp"

namespace paylink {

std::string_view describe(passkey_fault fault) {
  switch (fault) {
  case passkey_fault::too_large:
    return "A part of the answer is too large.";
  case passkey_fault::client_data:
    return "The client data is not a JSON object with the expected members.";
  case passkey_fault::ceremony:
    return "The answer belongs to another kind of ceremony.";
  case passkey_fault::challenge:
    return "The challenge is not the one that was sent.";
  case passkey_fault::origin:
    return "The answer comes from another origin.";
  case passkey_fault::cross_origin:
    return "The answer comes from a page inside a page of another origin.";
  case passkey_fault::attestation:
    return "The attestation object is malformed.";
  case passkey_fault::attestation_format:
    return "The format of the attestation is not supported: ask for attestation \"none\".";
  case passkey_fault::attestation_signature:
    return "The attestation's signature is wrong.";
  case passkey_fault::authenticator_data:
    return "The authenticator data is malformed.";
  case passkey_fault::relying_party:
    return "The passkey belongs to another site.";
  case passkey_fault::user_presence:
    return "The authenticator did not ask for the user's consent.";
  case passkey_fault::user_verification:
    return "The authenticator did not verify the user.";
  case passkey_fault::backup_state:
    return "The authenticator contradicts itself about backups of the passkey.";
  case passkey_fault::credential_id:
    return "The credential's id is empty or too long.";
  case passkey_fault::algorithm:
    return "The passkey uses an algorithm that was not offered.";
  case passkey_fault::public_key:
    return "The public key is malformed or of an unsupported size.";
  case passkey_fault::other_credential:
    return "The answer was given with another passkey.";
  case passkey_fault::other_user:
    return "The passkey belongs to another user.";
  case passkey_fault::signature:
    return "The signature is wrong.";
  case passkey_fault::sign_count:
    return "The signature counter did not increase: the passkey may have been copied.";
  }
  return {};
}

} // namespace paylink
