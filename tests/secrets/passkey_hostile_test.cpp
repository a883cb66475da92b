// Every byte of valid answers changed and every length cut: nothing crashes (the sanitizers watch), and where all of an
// answer is signed, nothing changed is accepted.
#include "tests/secrets/passkey_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace paylink::passkey_tests;
using paylink::register_passkey;
using paylink::verify_passkey;

namespace {

/// Calls `judge` with each variant of `original`: every byte changed in five ways, every shorter length, some bytes
/// more.
template <class Judge>
void for_each_variant(const std::string& original, Judge judge) {
  constexpr std::array<unsigned char, 5> changes{0x01, 0x10, 0x20, 0x80, 0xff};
  for (std::size_t at = 0; at < original.size(); ++at) {
    for (const auto change : changes) {
      auto changed = original;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ change);
      judge(changed, at);
    }
    judge(original.substr(0, at), at);
    judge(original.substr(at + 1), at);
  }
  judge(original + '\0', original.size());
  judge(original + original, original.size());
}

} // namespace

BOOST_AUTO_TEST_SUITE(passkey_hostile)

BOOST_AUTO_TEST_CASE(no_changed_byte_of_a_signed_registration_is_accepted) {
  for (const auto* name : {"packed-self.ES256", "self.EdDSA", "self.ES256.extensions", "self.RS256"}) {
    const auto& row = vector_named(name);
    BOOST_REQUIRE(register_passkey(row.registration, row.creation, handle_of_tests).has_value());
    std::size_t tried = 0;
    const auto must_refuse = [&](const paylink::passkey_registration& answer, const char* part, std::size_t at) {
      const auto made = register_passkey(answer, row.creation, handle_of_tests);
      BOOST_CHECK_MESSAGE(!made.has_value(), name << ": " << part << " at " << at);
      if (!made) BOOST_CHECK(!describe(made.error()).empty());
      ++tried;
    };
    for_each_variant(row.registration.attestation_object, [&](const std::string& changed, std::size_t at) {
      must_refuse({row.registration.client_data_json, changed}, "attestation", at);
    });
    for_each_variant(row.registration.client_data_json, [&](const std::string& changed, std::size_t at) {
      must_refuse({changed, row.registration.attestation_object}, "client data", at);
    });
    BOOST_TEST(tried > 1'000u);
  }
}

// Its key, id and counter are whatever the browser says: they only have to be within bounds, and usable.
BOOST_AUTO_TEST_CASE(a_changed_unsigned_registration_is_refused_or_usable) {
  for (const auto* name :
       {"none.ES256", "none.RS256", "packed.ES256", "packed.EdDSA", "none.ES256.long-credential-id"}) {
    const auto& row = vector_named(name);
    for_each_variant(row.registration.attestation_object, [&](const std::string& changed, std::size_t at) {
      const auto made = register_passkey({row.registration.client_data_json, changed}, row.creation, handle_of_tests);
      if (!made) return;
      BOOST_CHECK_MESSAGE(!made->credential_id.empty() && made->credential_id.size() <= 1'023, name << " at " << at);
      // The assertion is that of the passkey as it was: it is refused, or the change was to what it does not prove.
      auto answer = row.assertion;
      answer.credential_id = made->credential_id;
      if (verify_passkey(answer, *made, row.use).has_value())
        BOOST_CHECK_MESSAGE(made->public_key == row.expected.public_key, name << " at " << at);
    });
  }
}

BOOST_AUTO_TEST_CASE(no_changed_byte_of_an_assertion_is_accepted) {
  for (const auto* name : {"none.ES256", "packed.EdDSA", "none.RS256", "self.ES256.extensions"}) {
    const auto& row = vector_named(name);
    BOOST_REQUIRE(verify_passkey(row.assertion, row.expected, row.use).has_value());
    for (const auto part :
         {&paylink::passkey_assertion::client_data_json, &paylink::passkey_assertion::authenticator_data,
          &paylink::passkey_assertion::signature, &paylink::passkey_assertion::credential_id}) {
      for_each_variant(row.assertion.*part, [&](const std::string& changed, std::size_t at) {
        auto answer = row.assertion;
        answer.*part = changed;
        BOOST_CHECK_MESSAGE(!verify_passkey(answer, row.expected, row.use).has_value(), name << " at " << at);
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(a_changed_stored_key_never_crashes) {
  for (const auto* name : {"none.ES256", "packed.EdDSA", "none.RS256"}) {
    const auto& row = vector_named(name);
    for_each_variant(row.expected.public_key, [&](const std::string& changed, std::size_t at) {
      auto known = row.expected;
      known.public_key = changed;
      BOOST_CHECK_MESSAGE(!verify_passkey(row.assertion, known, row.use).has_value(), name << " at " << at);
    });
  }
}

BOOST_AUTO_TEST_SUITE_END()
