#pragma once
#include <boost/system/result.hpp>

#include <string_view>

namespace paylink {

/// Why a passkey's answer is refused.
enum class passkey_fault {
  too_large,
  client_data,
  ceremony,
  challenge,
  origin,
  cross_origin,
  attestation,
  attestation_format,
  attestation_signature,
  authenticator_data,
  relying_party,
  user_presence,
  user_verification,
  backup_state,
  credential_id,
  algorithm,
  public_key,
  other_credential,
  other_user,
  signature,
  sign_count,
};

/// In a sentence, for the log and for the caller: it contains nothing of the answer.
std::string_view describe(passkey_fault fault);

/// A value, or why there is none.
template <class T>
using passkey_result = boost::system::result<T, passkey_fault>;

} // namespace paylink
