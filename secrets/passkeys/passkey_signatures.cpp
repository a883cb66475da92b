#include "secrets/passkeys/passkey_signatures.hpp"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>

#include <memory>
#include <new>

namespace paylink {
namespace {

/// Frees what libfido2 has made, with its own function.
template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* made) const {
    Free(&made);
  }
};
using fido_credential = std::unique_ptr<fido_cred_t, freed_by<fido_cred_free>>;
using fido_assertion = std::unique_ptr<fido_assert_t, freed_by<fido_assert_free>>;
using es256_key = std::unique_ptr<es256_pk_t, freed_by<es256_pk_free>>;
using eddsa_key = std::unique_ptr<eddsa_pk_t, freed_by<eddsa_pk_free>>;
using rs256_key = std::unique_ptr<rs256_pk_t, freed_by<rs256_pk_free>>;

void begin_fido() {
  static const bool has_begun = (fido_init(0), true);
  (void)has_begun;
}

const unsigned char* bytes_at(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

template <class Pointer>
Pointer if_made(Pointer made) {
  if (!made) throw std::bad_alloc{};
  return made;
}

/// Hands `then` the key in libfido2's form; false if libfido2 does not take it.
template <class Then>
bool with_fido_key(const passkey_public_key& key, Then then) {
  const auto& numbers = key.numbers;
  switch (key.algorithm) {
  case passkey_algorithm::es256: {
    const auto made = if_made(es256_key{es256_pk_new()});
    return es256_pk_from_ptr(made.get(), numbers.data(), numbers.size()) == FIDO_OK && then(made.get());
  }
  case passkey_algorithm::eddsa: {
    const auto made = if_made(eddsa_key{eddsa_pk_new()});
    return eddsa_pk_from_ptr(made.get(), numbers.data(), numbers.size()) == FIDO_OK && then(made.get());
  }
  case passkey_algorithm::rs256: {
    const auto made = if_made(rs256_key{rs256_pk_new()});
    return rs256_pk_from_ptr(made.get(), numbers.data(), numbers.size()) == FIDO_OK && then(made.get());
  }
  }
  return false;
}

// libfido2 refuses extensions that it was not told to expect. They are those of the authenticator: a browser asks some
// of them for `credProtect` by itself.
bool expect_extensions(fido_cred_t* credential, const std::optional<cbor_value>& extensions) {
  if (!extensions) return true;
  int expected = 0;
  const auto is_true = [&extensions](std::string_view name) {
    const auto* value = extensions->find(name, cbor_type::boolean);
    return value != nullptr && value->number != 0;
  };
  if (is_true("hmac-secret")) expected |= FIDO_EXT_HMAC_SECRET;
  if (is_true("credBlob")) expected |= FIDO_EXT_CRED_BLOB;
  if (fido_cred_set_extensions(credential, expected) != FIDO_OK) return false;
  if (const auto* level = extensions->find("credProtect", cbor_type::integer)) {
    const bool is_level = level->number >= FIDO_CRED_PROT_UV_OPTIONAL && level->number <= FIDO_CRED_PROT_UV_REQUIRED;
    if (!is_level || fido_cred_set_prot(credential, static_cast<int>(level->number)) != FIDO_OK) return false;
  }
  if (const auto* length = extensions->find("minPinLength", cbor_type::integer)) {
    const bool is_length = length->number > 0 && length->number < 256;
    if (!is_length || fido_cred_set_pin_minlen(credential, static_cast<std::size_t>(length->number)) != FIDO_OK)
      return false;
  }
  return true;
}

int extensions_of_assertion(const std::optional<cbor_value>& extensions) {
  int found = 0;
  if (extensions && extensions->find("hmac-secret") != nullptr) found |= FIDO_EXT_HMAC_SECRET;
  if (extensions && extensions->find("credBlob") != nullptr) found |= FIDO_EXT_CRED_BLOB;
  return found;
}

} // namespace

bool is_usable(const passkey_public_key& key) {
  begin_fido();
  return with_fido_key(key, [](const void*) { return true; });
}

bool is_signed_by_itself(const passkey_signed& message, const passkey_public_key& key, std::string_view signature) {
  begin_fido();
  const auto made = if_made(fido_credential{fido_cred_new()});
  auto* credential = made.get();
  const std::string relying_party{message.relying_party_id};
  // The type comes first: libfido2 reads the key in the authenticator data by it.
  return fido_cred_set_type(credential, static_cast<int>(key.algorithm)) == FIDO_OK &&
         fido_cred_set_rp(credential, relying_party.c_str(), nullptr) == FIDO_OK &&
         fido_cred_set_clientdata(credential, bytes_at(message.client_data_json), message.client_data_json.size()) ==
             FIDO_OK &&
         fido_cred_set_authdata_raw(credential, bytes_at(message.encoded_data), message.encoded_data.size()) ==
             FIDO_OK &&
         fido_cred_set_fmt(credential, "packed") == FIDO_OK &&
         fido_cred_set_sig(credential, bytes_at(signature), signature.size()) == FIDO_OK &&
         expect_extensions(credential, message.data.extensions) && fido_cred_verify_self(credential) == FIDO_OK;
}

bool is_signed_by(const passkey_signed& message, const passkey_public_key& key, std::string_view signature) {
  begin_fido();
  const auto made = if_made(fido_assertion{fido_assert_new()});
  auto* assertion = made.get();
  const std::string relying_party{message.relying_party_id};
  const bool is_taken =
      fido_assert_set_rp(assertion, relying_party.c_str()) == FIDO_OK &&
      fido_assert_set_clientdata(assertion, bytes_at(message.client_data_json), message.client_data_json.size()) ==
          FIDO_OK &&
      fido_assert_set_count(assertion, 1) == FIDO_OK &&
      fido_assert_set_authdata_raw(assertion, 0, bytes_at(message.encoded_data), message.encoded_data.size()) ==
          FIDO_OK &&
      fido_assert_set_extensions(assertion, extensions_of_assertion(message.data.extensions)) == FIDO_OK &&
      fido_assert_set_sig(assertion, 0, bytes_at(signature), signature.size()) == FIDO_OK;
  return is_taken && with_fido_key(key, [&](const void* fido_key) {
           return fido_assert_verify(assertion, 0, static_cast<int>(key.algorithm), fido_key) == FIDO_OK;
         });
}

} // namespace paylink
