#include "secrets/passkeys/passkeys.hpp"

#include "secrets/passkeys/authenticator_data.hpp"
#include "secrets/passkeys/client_data.hpp"
#include "secrets/passkeys/passkey_signatures.hpp"
#include "secrets/passkeys/public_key.hpp"

#include <algorithm>
#include <cassert>

namespace paylink {
namespace {

constexpr std::size_t signature_bytes_max = 512;

/// The three members of an attestation object.
struct attestation {
  std::string_view format;
  const cbor_value* statement = nullptr;
  std::string_view encoded_data;
};

std::optional<attestation> attestation_in(const cbor_value& object) {
  const auto* format = object.find("fmt", cbor_type::text);
  const auto* statement = object.find("attStmt", cbor_type::map);
  const auto* data = object.find("authData", cbor_type::bytes);
  if (format == nullptr || statement == nullptr || data == nullptr || object.keys() != 3) return std::nullopt;
  return attestation{format->text, statement, data->text};
}

bool are_certificates(const cbor_value& chain) {
  return chain.type == cbor_type::array && !chain.items.empty() &&
         std::ranges::all_of(chain.items, [](const cbor_value& item) { return item.type == cbor_type::bytes; });
}

passkey_result<void> check_packed(const cbor_value& statement, const passkey_signed& message,
                                  const passkey_public_key& key) {
  const auto* algorithm = statement.find("alg", cbor_type::integer);
  const auto* signature = statement.find("sig", cbor_type::bytes);
  if (algorithm == nullptr || signature == nullptr) return passkey_fault::attestation;
  if (const auto* chain = statement.find("x5c")) {
    // We know no manufacturer, so a certificate proves nothing to us.
    if (statement.keys() != 3 || !are_certificates(*chain)) return passkey_fault::attestation;
    return {};
  }
  if (statement.keys() != 2) return passkey_fault::attestation;
  if (algorithm->number != static_cast<std::int32_t>(key.algorithm)) return passkey_fault::attestation_signature;
  if (signature->text.size() > signature_bytes_max) return passkey_fault::too_large;
  if (!is_signed_by_itself(message, key, signature->text)) return passkey_fault::attestation_signature;
  return {};
}

passkey_result<void> check_attestation(const attestation& given, const passkey_signed& message,
                                       const passkey_public_key& key) {
  if (given.format == "packed") return check_packed(*given.statement, message, key);
  if (given.format != "none") return passkey_fault::attestation_format;
  if (given.statement->keys() != 0) return passkey_fault::attestation;
  return {};
}

/// The bounds of an assertion's parts; the client data's own check has its bound.
bool is_too_large(const passkey_assertion& answer) {
  return answer.authenticator_data.size() > passkey_authenticator_data_bytes_max ||
         answer.signature.size() > signature_bytes_max ||
         (answer.user_handle && answer.user_handle->size() > passkey_user_handle_bytes_max);
}

/// Reads a stored key.
passkey_result<passkey_public_key> key_of(const passkey& known) {
  const auto cose = read_cbor(known.public_key);
  if (!cose) return passkey_fault::public_key;
  return read_public_key(*cose);
}

} // namespace

passkey_result<passkey> register_passkey(const passkey_registration& answer, const passkey_ceremony& ceremony,
                                         std::string user_handle) {
  assert(!user_handle.empty() && user_handle.size() <= passkey_user_handle_bytes_max);
  if (answer.attestation_object.size() > passkey_attestation_bytes_max) return passkey_fault::too_large;
  if (const auto said = check_client_data(answer.client_data_json, "webauthn.create", ceremony); !said)
    return said.error();
  const auto object = read_cbor(answer.attestation_object);
  const auto given = object ? attestation_in(*object) : std::nullopt;
  if (!given) return passkey_fault::attestation;
  const auto data = read_authenticator_data(given->encoded_data);
  if (!data) return data.error();
  if (const auto checked = check_authenticator_data(*data, ceremony); !checked) return checked.error();
  if (!data->credential) return passkey_fault::authenticator_data;
  const auto key = read_public_key(data->credential->public_key);
  if (!key) return key.error();
  if (!is_usable(*key)) return passkey_fault::public_key;
  const passkey_signed message{ceremony.relying_party_id, answer.client_data_json, given->encoded_data, *data};
  if (const auto attested = check_attestation(*given, message, *key); !attested) return attested.error();
  passkey made;
  made.credential_id = data->credential->credential_id;
  made.user_handle = std::move(user_handle);
  made.algorithm = key->algorithm;
  made.public_key = data->credential->public_key.encoded;
  made.sign_count = data->sign_count;
  made.is_backup_eligible = data->is_backup_eligible;
  made.is_backed_up = data->is_backed_up;
  return made;
}

passkey_result<passkey_use> verify_passkey(const passkey_assertion& answer, const passkey& known,
                                           const passkey_ceremony& ceremony) {
  if (answer.credential_id != known.credential_id) return passkey_fault::other_credential;
  if (is_too_large(answer)) return passkey_fault::too_large;
  const auto handle = answer.user_handle.value_or("");
  if (!handle.empty() && handle != known.user_handle) return passkey_fault::other_user;
  if (const auto said = check_client_data(answer.client_data_json, "webauthn.get", ceremony); !said)
    return said.error();
  const auto data = read_authenticator_data(answer.authenticator_data);
  if (!data) return data.error();
  if (data->credential) return passkey_fault::authenticator_data; // Only a registration has one.
  if (const auto checked = check_authenticator_data(*data, ceremony); !checked) return checked.error();
  if (data->is_backup_eligible != known.is_backup_eligible) return passkey_fault::backup_state;
  const auto key = key_of(known);
  if (!key) return key.error();
  const passkey_signed message{ceremony.relying_party_id, answer.client_data_json, answer.authenticator_data, *data};
  if (!is_signed_by(message, *key, answer.signature)) return passkey_fault::signature;
  const bool counts = data->sign_count != 0 || known.sign_count != 0;
  if (counts && data->sign_count <= known.sign_count) return passkey_fault::sign_count;
  return passkey_use{data->sign_count, data->is_backed_up, data->is_user_verified};
}

} // namespace paylink
