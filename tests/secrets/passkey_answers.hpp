#pragma once
#include "secrets/passkeys/passkeys.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// So that a failed check prints the reason.
inline std::ostream& operator<<(std::ostream& out, passkey_fault fault) { return out << describe(fault); }

} // namespace paylink

namespace paylink::passkey_tests {

/// A row of `vectors/passkeys.json`: a registration and an assertion of the passkey that it creates.
struct passkey_vector {
  std::string name;
  bool is_published = false; ///< By W3C; the others are ours.
  passkey_ceremony creation; ///< The published rows do not always verify the user, so it is not asked for.
  passkey_registration registration;
  passkey expected;
  bool registration_verifies_user = false;
  passkey_ceremony use;
  passkey_assertion assertion;
  bool assertion_verifies_user = false;
};

const std::vector<passkey_vector>& passkey_vectors();
const passkey_vector& vector_named(std::string_view name);

inline const std::string handle_of_tests = "usr_01JD8Z0A1B2C3D4E5F6G7H8J9K";

std::string from_hex(std::string_view hex);

/// `text` with the first `from` replaced; it must be there.
std::string with(std::string text, std::string_view from, std::string_view to);

/// The reason; fails the test if there is none.
template <class T>
passkey_fault fault_of(const passkey_result<T>& outcome);

/// The head of a CBOR value: its major type and a number.
std::string cbor_head_of(unsigned major, std::uint64_t number);
std::string cbor_bytes(std::string_view bytes);
std::string cbor_text(std::string_view text);

/// An attestation object of these parts; `statement` is encoded.
std::string attestation_object(std::string_view format, std::string_view statement, std::string_view data);

/// Authenticator data of the site `pay.example.com`.
std::string authenticator_data_of(unsigned flags, std::uint32_t count, std::string_view behind);

/// What stands behind the count in a registration.
std::string credential_of(std::string_view id, std::string_view cose_key);

} // namespace paylink::passkey_tests
