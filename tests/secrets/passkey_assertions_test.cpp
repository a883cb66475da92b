// Uses of a passkey: the published vectors, and each check on its own.
#include "tests/secrets/passkey_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace paylink::passkey_tests;
using paylink::passkey_fault;
using paylink::verify_passkey;

namespace {

/// The rows that are refused; all others are accepted.
const std::map<std::string, passkey_fault> refused_uses{
    {"none.ES256.crossOrigin", passkey_fault::cross_origin},
    {"none.ES256.topOrigin", passkey_fault::cross_origin},
    {"packed.RS256", passkey_fault::public_key}, // 3,482 bits
    {"none.ES384", passkey_fault::algorithm},
};

const passkey_vector& counted() { return vector_named("none.ES256.counted"); }

/// The reason for which the row is refused after a change to its answer.
template <class Change>
passkey_fault refusal_of(const passkey_vector& row, Change change) {
  auto answer = row.assertion;
  change(answer);
  return fault_of(verify_passkey(answer, row.expected, row.use));
}

} // namespace

BOOST_AUTO_TEST_SUITE(passkey_assertions)

BOOST_AUTO_TEST_CASE(each_vector_verifies_or_is_refused_for_its_reason) {
  std::size_t accepted = 0;
  for (const auto& row : passkey_vectors()) {
    BOOST_TEST_CONTEXT(row.name) {
      const auto used = verify_passkey(row.assertion, row.expected, row.use);
      if (const auto refused = refused_uses.find(row.name); refused != refused_uses.end()) {
        BOOST_TEST(fault_of(used) == refused->second);
        continue;
      }
      BOOST_REQUIRE_MESSAGE(used.has_value(), describe(used.error()));
      BOOST_TEST(used->is_user_verified == row.assertion_verifies_user);
      ++accepted;
    }
  }
  BOOST_TEST(accepted == 10u);
}

BOOST_AUTO_TEST_CASE(an_unverified_user_is_refused_where_verification_is_needed) {
  for (const auto& row : passkey_vectors()) {
    if (refused_uses.contains(row.name)) continue;
    auto ceremony = row.use;
    ceremony.needs_verified_user = true;
    const auto used = verify_passkey(row.assertion, row.expected, ceremony);
    BOOST_TEST(used.has_value() == row.assertion_verifies_user, row.name);
    if (!used) BOOST_TEST(used.error() == passkey_fault::user_verification);
  }
}

BOOST_AUTO_TEST_CASE(a_counter_must_increase_where_there_is_one) {
  struct row {
    std::string_view vector; // its answer counts 101, or 0
    std::uint32_t stored;
    bool is_accepted;
  };
  const row rows[] = {
      {"none.ES256.counted", 0, true},    {"none.ES256.counted", 100, true},         {"none.ES256.counted", 101, false},
      {"none.ES256.counted", 102, false}, {"none.ES256.counted", UINT32_MAX, false}, {"none.RS256", 0, true},
      {"none.RS256", 1, false},
  };
  for (const auto& row : rows) {
    const auto& vector = vector_named(row.vector);
    auto known = vector.expected;
    known.sign_count = row.stored;
    const auto used = verify_passkey(vector.assertion, known, vector.use);
    BOOST_TEST(used.has_value() == row.is_accepted, row.vector << " after " << row.stored);
    if (!used) BOOST_TEST(used.error() == passkey_fault::sign_count);
  }
  BOOST_TEST(verify_passkey(counted().assertion, counted().expected, counted().use)->sign_count == 101u);
}

BOOST_AUTO_TEST_CASE(a_forged_counter_is_a_wrong_signature_and_not_a_copied_passkey) {
  auto known = counted().expected;
  known.sign_count = 500;
  auto answer = counted().assertion;
  answer.authenticator_data.back() ^= 1;
  BOOST_TEST(fault_of(verify_passkey(answer, known, counted().use)) == passkey_fault::signature);
}

BOOST_AUTO_TEST_CASE(what_is_signed_and_the_signature_cannot_be_changed) {
  for (const auto& row : passkey_vectors()) {
    if (refused_uses.contains(row.name)) continue;
    using answer = paylink::passkey_assertion;
    BOOST_TEST_CONTEXT(row.name) {
      BOOST_TEST(refusal_of(row, [](answer& a) { a.client_data_json += ' '; }) == passkey_fault::signature);
      BOOST_TEST(refusal_of(row, [](answer& a) { a.authenticator_data[36] ^= 1; }) == passkey_fault::signature);
      BOOST_TEST(refusal_of(row, [](answer& a) { a.signature.back() ^= 1; }) == passkey_fault::signature);
      BOOST_TEST(refusal_of(row, [](answer& a) { a.signature.pop_back(); }) == passkey_fault::signature);
      BOOST_TEST(refusal_of(row, [](answer& a) { a.signature.clear(); }) == passkey_fault::signature);
      BOOST_TEST(refusal_of(row, [](answer& a) { a.signature += '\0'; }) == passkey_fault::signature);
    }
  }
}

BOOST_AUTO_TEST_CASE(another_passkeys_key_does_not_fit) {
  auto known = counted().expected;
  known.public_key = vector_named("none.ES256").expected.public_key;
  BOOST_TEST(fault_of(verify_passkey(counted().assertion, known, counted().use)) == passkey_fault::signature);
  known.public_key = vector_named("self.EdDSA").expected.public_key;
  BOOST_TEST(fault_of(verify_passkey(counted().assertion, known, counted().use)) == passkey_fault::signature);
  for (const auto* broken : {"", "x", "\xa0"}) {
    known.public_key = broken;
    BOOST_TEST(fault_of(verify_passkey(counted().assertion, known, counted().use)) == passkey_fault::public_key);
  }
}

BOOST_AUTO_TEST_CASE(another_credential_or_user_is_refused) {
  using answer = paylink::passkey_assertion;
  const auto& row = counted();
  BOOST_TEST(refusal_of(row, [](answer& a) { a.credential_id.back() ^= 1; }) == passkey_fault::other_credential);
  BOOST_TEST(refusal_of(row, [](answer& a) { a.credential_id.clear(); }) == passkey_fault::other_credential);
  BOOST_TEST(refusal_of(row, [](answer& a) { a.user_handle = "usr_other"; }) == passkey_fault::other_user);
  for (const std::optional<std::string>& absent : {std::optional<std::string>{}, std::optional<std::string>{""}}) {
    auto without = row.assertion;
    without.user_handle = absent;
    BOOST_TEST(verify_passkey(without, row.expected, row.use).has_value());
  }
}

BOOST_AUTO_TEST_CASE(another_challenge_origin_site_or_ceremony_is_refused) {
  const auto refusal = [](auto change) {
    auto ceremony = counted().use;
    change(ceremony);
    return fault_of(verify_passkey(counted().assertion, counted().expected, ceremony));
  };
  using ceremony = paylink::passkey_ceremony;
  BOOST_TEST(refusal([](ceremony& c) { c.challenge = counted().creation.challenge; }) == passkey_fault::challenge);
  BOOST_TEST(refusal([](ceremony& c) { c.origin = "https://pay.example.com.evil.example"; }) == passkey_fault::origin);
  BOOST_TEST(refusal([](ceremony& c) { c.relying_party_id = "example.com"; }) == passkey_fault::relying_party);
  BOOST_TEST(refusal_of(counted(), [](paylink::passkey_assertion& a) {
               a.client_data_json = with(a.client_data_json, "webauthn.get", "webauthn.create");
             }) == passkey_fault::ceremony);
}

BOOST_AUTO_TEST_CASE(authenticator_data_has_no_credential_and_nothing_behind_it) {
  using answer = paylink::passkey_assertion;
  const auto& row = counted();
  const auto key = credential_of("id", row.expected.public_key);
  const std::pair<std::string, passkey_fault> rows[] = {
      {"", passkey_fault::authenticator_data},
      {authenticator_data_of(0x05, 101, "").substr(0, 36), passkey_fault::authenticator_data},
      {authenticator_data_of(0x05, 101, "x"), passkey_fault::authenticator_data},
      {authenticator_data_of(0x45, 101, key), passkey_fault::authenticator_data},
      {authenticator_data_of(0x85, 101, ""), passkey_fault::authenticator_data},
      {authenticator_data_of(0x85, 101, "\xa0"), passkey_fault::signature},
      {authenticator_data_of(0x04, 101, ""), passkey_fault::user_presence},
      {authenticator_data_of(0x15, 101, ""), passkey_fault::backup_state},
      {authenticator_data_of(0x0d, 101, ""), passkey_fault::backup_state}, // not as it was registered
      {std::string(4'097, 'x'), passkey_fault::too_large},
  };
  for (const auto& [data, fault] : rows)
    BOOST_TEST(refusal_of(row, [&data = data](answer& a) { a.authenticator_data = data; }) == fault);
  BOOST_TEST(refusal_of(row, [](answer& a) { a.signature = std::string(513, 's'); }) == passkey_fault::too_large);
  BOOST_TEST(refusal_of(row, [](answer& a) { a.user_handle = std::string(65, 'u'); }) == passkey_fault::too_large);
  BOOST_TEST(refusal_of(row, [](answer& a) { a.client_data_json = std::string(4'097, ' '); }) ==
             passkey_fault::too_large);
}

BOOST_AUTO_TEST_SUITE_END()
