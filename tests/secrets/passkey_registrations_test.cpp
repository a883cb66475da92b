// Registrations: the published vectors, and each check on its own.
#include "tests/secrets/passkey_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace paylink::passkey_tests;
using paylink::passkey_fault;
using paylink::register_passkey;

namespace {

/// The rows that are refused; all others are accepted.
const std::map<std::string, passkey_fault> refused_rows{
    {"none.ES256.crossOrigin", passkey_fault::cross_origin},
    {"none.ES256.topOrigin", passkey_fault::cross_origin},
    {"packed.RS256", passkey_fault::public_key}, // 3,482 bits
    {"none.ES384", passkey_fault::algorithm},
};

constexpr unsigned touched = 0x01, verified = 0x04, eligible = 0x08, backed_up = 0x10, credential = 0x40,
                   extended = 0x80;

const passkey_vector& es256() { return vector_named("none.ES256.counted"); }

/// The outcome of es256's registration with other authenticator data.
auto register_data(std::string_view data, bool needs_verified_user = true) {
  auto ceremony = es256().creation;
  ceremony.needs_verified_user = needs_verified_user;
  return register_passkey({es256().registration.client_data_json, attestation_object("none", "\xa0", data)}, ceremony,
                          handle_of_tests);
}

auto register_key(std::string_view cose_key) {
  return register_data(authenticator_data_of(touched | verified | credential, 0, credential_of("id", cose_key)));
}

auto register_client_data(std::string client_data) {
  return register_passkey({std::move(client_data), es256().registration.attestation_object}, es256().creation,
                          handle_of_tests);
}

} // namespace

BOOST_AUTO_TEST_SUITE(passkey_registrations)

BOOST_AUTO_TEST_CASE(each_vector_is_accepted_as_it_says_or_refused_for_its_reason) {
  std::size_t accepted = 0;
  for (const auto& row : passkey_vectors()) {
    BOOST_TEST_CONTEXT(row.name) {
      const auto made = register_passkey(row.registration, row.creation, handle_of_tests);
      if (const auto refused = refused_rows.find(row.name); refused != refused_rows.end()) {
        BOOST_TEST(fault_of(made) == refused->second);
        continue;
      }
      BOOST_REQUIRE_MESSAGE(made.has_value(), describe(made.error()));
      BOOST_TEST(made->credential_id == row.expected.credential_id);
      BOOST_TEST(made->user_handle == handle_of_tests);
      BOOST_TEST((made->algorithm == row.expected.algorithm));
      BOOST_TEST(made->public_key == row.expected.public_key);
      BOOST_TEST(made->sign_count == row.expected.sign_count);
      BOOST_TEST(made->is_backup_eligible == row.expected.is_backup_eligible);
      BOOST_TEST(made->is_backed_up == row.expected.is_backed_up);
      ++accepted;
    }
  }
  BOOST_TEST(accepted == 10u);
}

BOOST_AUTO_TEST_CASE(an_unverified_user_is_refused_where_verification_is_needed) {
  for (const auto& row : passkey_vectors()) {
    if (refused_rows.contains(row.name)) continue;
    auto ceremony = row.creation;
    ceremony.needs_verified_user = true;
    const auto made = register_passkey(row.registration, ceremony, handle_of_tests);
    BOOST_TEST(made.has_value() == row.registration_verifies_user, row.name);
    if (!made) BOOST_TEST(made.error() == passkey_fault::user_verification);
  }
}

BOOST_AUTO_TEST_CASE(another_challenge_origin_site_or_ceremony_is_refused) {
  const auto refusal = [](auto change) {
    auto ceremony = es256().creation;
    change(ceremony);
    return fault_of(register_passkey(es256().registration, ceremony, handle_of_tests));
  };
  using ceremony = paylink::passkey_ceremony;
  BOOST_TEST(refusal([](ceremony& c) { c.challenge.back() ^= 1; }) == passkey_fault::challenge);
  BOOST_TEST(refusal([](ceremony& c) { c.challenge += 'x'; }) == passkey_fault::challenge);
  BOOST_TEST(refusal([](ceremony& c) { c.challenge.pop_back(); }) == passkey_fault::challenge);
  for (const auto* origin : {"https://pay.example.com/", "http://pay.example.com", "https://pay.example.com:8443",
                             "https://PAY.example.com", "https://example.com", "https://pay.example.co", ""})
    BOOST_TEST(refusal([origin](ceremony& c) { c.origin = origin; }) == passkey_fault::origin, origin);
  for (const auto* site : {"example.com", "pay.example.co", ""})
    BOOST_TEST(refusal([site](ceremony& c) { c.relying_party_id = site; }) == passkey_fault::relying_party, site);
  auto of_a_use = es256().registration;
  of_a_use.client_data_json = with(of_a_use.client_data_json, "webauthn.create", "webauthn.get");
  BOOST_TEST(fault_of(register_passkey(of_a_use, es256().creation, handle_of_tests)) == passkey_fault::ceremony);
}

BOOST_AUTO_TEST_CASE(the_flags_must_say_presence_verification_and_a_possible_backup) {
  struct row {
    unsigned flags;
    bool needs_verified_user;
    std::optional<passkey_fault> fault;
  };
  const row rows[] = {
      {touched | verified | credential, true, std::nullopt},
      {touched | credential, false, std::nullopt},
      {touched | verified | eligible | backed_up | credential, true, std::nullopt},
      {touched | verified | credential | 0x22, true, std::nullopt}, // reserved bits
      {touched | credential, true, passkey_fault::user_verification},
      {verified | credential, true, passkey_fault::user_presence},
      {verified | credential, false, passkey_fault::user_presence},
      {touched | verified | backed_up | credential, true, passkey_fault::backup_state},
      {touched | verified, true, passkey_fault::authenticator_data}, // then what follows is too much
      {touched | verified | credential | extended, true, passkey_fault::authenticator_data}, // and here too little
  };
  for (const auto& row : rows) {
    const auto made = register_data(
        authenticator_data_of(row.flags, 0, credential_of("id", es256().expected.public_key)), row.needs_verified_user);
    BOOST_TEST(made.has_value() == !row.fault.has_value(), row.flags);
    if (!made && row.fault) BOOST_TEST(made.error() == *row.fault, row.flags);
  }
  BOOST_TEST(fault_of(register_data(authenticator_data_of(touched | verified, 0, ""))) ==
             passkey_fault::authenticator_data);
}

BOOST_AUTO_TEST_CASE(an_id_has_1_to_1023_bytes) {
  const auto register_id = [](std::size_t size) {
    const auto id = credential_of(std::string(size, 'i'), es256().expected.public_key);
    return register_data(authenticator_data_of(touched | verified | credential, 0, id));
  };
  BOOST_TEST(register_id(1).has_value());
  BOOST_TEST(register_id(1'023)->credential_id == std::string(1'023, 'i'));
  BOOST_TEST(fault_of(register_id(0)) == passkey_fault::credential_id);
  BOOST_TEST(fault_of(register_id(1'024)) == passkey_fault::credential_id);
  BOOST_TEST(fault_of(register_id(65'535)) == passkey_fault::too_large);
}

BOOST_AUTO_TEST_CASE(a_key_has_exactly_the_members_of_its_kind) {
  const auto key = es256().expected.public_key; // a5 01 02 03 26 20 01 21 58 20 x 22 58 20 y
  const auto eddsa = vector_named("self.EdDSA").expected.public_key;
  const auto rs256 = vector_named("self.RS256").expected.public_key;
  for (const auto& good : {key, eddsa, rs256}) BOOST_TEST(register_key(good).has_value());
  auto off_the_curve = key;
  off_the_curve.back() ^= 1;
  const auto more = "\xa6" + key.substr(1) + from_hex("0401");
  const std::pair<std::string, passkey_fault> rows[] = {
      {with(key, from_hex("0326"), from_hex("0322")), passkey_fault::algorithm},              // -3
      {with(key, from_hex("0326"), from_hex("036126")), passkey_fault::public_key},           // a text
      {with(key, from_hex("0102"), from_hex("0101")), passkey_fault::public_key},             // another key type
      {with(key, from_hex("2001"), from_hex("2002")), passkey_fault::public_key},             // another curve
      {with(key, from_hex("0326"), from_hex("0327")), passkey_fault::public_key},             // a point as EdDSA
      {with(key, from_hex("225820"), from_hex("235820")), passkey_fault::public_key},         // no y
      {with(key, from_hex("225820"), from_hex("215820")), passkey_fault::authenticator_data}, // x twice
      {more, passkey_fault::public_key},
      {off_the_curve, passkey_fault::public_key},
      {with(eddsa, from_hex("2006"), from_hex("2007")), passkey_fault::public_key}, // Ed448
      {with(rs256, from_hex("2143010001"), from_hex("2143010003")), passkey_fault::public_key},
      {rs256.substr(0, 11) + '\x7f' + rs256.substr(12), passkey_fault::public_key}, // 2,047 bits
      {with(rs256, from_hex("2143010001"), from_hex("214103")), passkey_fault::public_key},
      {from_hex("a0"), passkey_fault::public_key},
      {from_hex("80"), passkey_fault::authenticator_data},
      {"", passkey_fault::authenticator_data},
      {key + "x", passkey_fault::authenticator_data},
  };
  for (const auto& [cose_key, fault] : rows) BOOST_TEST(fault_of(register_key(cose_key)) == fault);
}

BOOST_AUTO_TEST_CASE(extensions_are_read_and_must_be_the_last_thing) {
  const auto id = credential_of("id", es256().expected.public_key);
  const auto register_extensions = [&id](std::string_view hex) {
    return register_data(authenticator_data_of(touched | verified | credential | extended, 0, id + from_hex(hex)));
  };
  BOOST_TEST(register_extensions("a0").has_value());
  BOOST_TEST(register_extensions("a1"
                                 "6161"
                                 "01")
                 .has_value());
  for (const auto* hex : {"", "80", "a1", "a0a0", "a000", "a2616101616102", "bf"})
    BOOST_TEST(fault_of(register_extensions(hex)) == passkey_fault::authenticator_data, hex);
}

BOOST_AUTO_TEST_CASE(a_self_attestation_must_be_signed_by_the_key_that_it_registers) {
  for (const auto* name : {"packed-self.ES256", "self.RS256", "self.EdDSA", "self.ES256.extensions"}) {
    const auto& row = vector_named(name);
    auto answer = row.registration;
    answer.client_data_json = with(answer.client_data_json, "}", " }"); // what is signed differs
    BOOST_TEST(fault_of(register_passkey(answer, row.creation, handle_of_tests)) ==
                   passkey_fault::attestation_signature,
               name);
  }
  const auto& row = vector_named("packed-self.ES256");
  auto answer = row.registration;
  answer.attestation_object = with(answer.attestation_object, cbor_text("alg") + "\x26", cbor_text("alg") + "\x27");
  BOOST_TEST(fault_of(register_passkey(answer, row.creation, handle_of_tests)) == passkey_fault::attestation_signature);
}

BOOST_AUTO_TEST_CASE(an_attestation_is_none_or_packed_and_well_formed) {
  const auto data =
      authenticator_data_of(touched | verified | credential, 0, credential_of("id", es256().expected.public_key));
  const auto register_attested = [&data](std::string_view format, std::string_view statement) {
    return register_passkey({es256().registration.client_data_json, attestation_object(format, statement, data)},
                            es256().creation, handle_of_tests);
  };
  const auto algorithm = cbor_text("alg") + "\x26", signature = cbor_text("sig") + cbor_bytes("no signature");
  const auto certificate = cbor_text("x5c") + "\x81" + cbor_bytes("no certificate");
  BOOST_TEST(register_attested("none", "\xa0").has_value());
  BOOST_TEST(register_attested("packed", "\xa3" + algorithm + signature + certificate).has_value());
  for (const auto* format : {"", "None", "fido-u2f", "tpm", "android-key", "android-safetynet", "apple", "compound"})
    BOOST_TEST(fault_of(register_attested(format, "\xa0")) == passkey_fault::attestation_format, format);
  const std::pair<std::string, passkey_fault> rows[] = {
      {"\xa0", passkey_fault::attestation},
      {"\x80", passkey_fault::attestation},
      {"\xa1" + algorithm, passkey_fault::attestation},
      {"\xa1" + signature, passkey_fault::attestation},
      {"\xa2" + algorithm + signature, passkey_fault::attestation_signature},
      {"\xa2" + algorithm + cbor_text("sig") + cbor_bytes(""), passkey_fault::attestation_signature},
      {"\xa2" + algorithm + cbor_text("sig") + cbor_bytes(std::string(513, 's')), passkey_fault::too_large},
      {"\xa3" + algorithm + signature + cbor_text("x5c") + "\x80", passkey_fault::attestation},
      {"\xa3" + algorithm + signature + cbor_text("x5c") + "\x81\x01", passkey_fault::attestation},
      {"\xa3" + algorithm + signature + cbor_text("ecdaaKeyId") + cbor_bytes("x"), passkey_fault::attestation},
      {"\xa3" + algorithm + signature + signature, passkey_fault::attestation},
  };
  for (const auto& [statement, fault] : rows) BOOST_TEST(fault_of(register_attested("packed", statement)) == fault);
  BOOST_TEST(fault_of(register_attested("none", "\xa1" + algorithm)) == passkey_fault::attestation);
  const auto object = attestation_object("none", "\xa0", data);
  for (const auto& other : {"\xa4" + object.substr(1) + cbor_text("epAtt") + "\xf5", "\xa2" + object.substr(1),
                            with(object, "fmt", "Fmt"), with(object, cbor_text("none"), cbor_bytes("none"))}) {
    const paylink::passkey_registration answer{es256().registration.client_data_json, other};
    BOOST_TEST(fault_of(register_passkey(answer, es256().creation, handle_of_tests)) == passkey_fault::attestation);
  }
}

BOOST_AUTO_TEST_CASE(client_data_may_have_other_members_and_any_white_space) {
  const auto json = es256().registration.client_data_json;
  const auto added = [&json](std::string_view members) { return with(json, "}", "," + std::string{members} + "}"); };
  BOOST_TEST(register_client_data(with(json, ",\"crossOrigin\":false", "")).has_value());
  BOOST_TEST(register_client_data(" " + with(json, ":", "\n:\t") + "\r\n").has_value());
  BOOST_TEST(register_client_data(with(json, "https://", "https:\\/\\/")).has_value());
  BOOST_TEST(register_client_data(added(R"("tokenBinding":{"status":"supported"},"other":[1,-2.5,null,true,"x"])"))
                 .has_value());
  BOOST_TEST(
      register_client_data(added(R"("a":{"type":"webauthn.get","crossOrigin":true},"b":[{"type":1}])")).has_value());
}

BOOST_AUTO_TEST_CASE(client_data_is_an_object_with_each_member_once_and_of_its_type) {
  const auto json = es256().registration.client_data_json;
  const auto added = [&json](std::string_view members) { return with(json, "}", "," + std::string{members} + "}"); };
  std::string many = R"("m":0)";
  for (int i = 0; i < 64; ++i) many += ",\"m" + std::to_string(i) + "\":0";
  const std::string rows[] = {
      "",
      "{",
      "{}",
      "[]",
      "[" + json + "]",
      "null",
      "true",
      "1",
      R"("x")",
      "\xEF\xBB\xBF" + json,
      json + "x",
      json + json,
      json + "}",
      json.substr(0, json.size() - 1),
      with(json, "\"type\"", "\"Type\""),
      with(json, "\"challenge\"", "\"x\""),
      with(json, "\"origin\"", "\"x\""),
      with(json, "\"webauthn.create\"", "1"),
      with(json, "\"webauthn.create\"", "null"),
      with(json, "\"https://pay.example.com\"", "[\"https://pay.example.com\"]"),
      with(json, "\"https://pay.example.com\"", "{\"x\":\"https://pay.example.com\"}"),
      with(json, "\"https://pay.example.com\"", "true"),
      with(json, "false", "\"false\""),
      with(json, "false", "0"),
      with(json, "false", "null"),
      with(json, "false", "[false]"),
      added(R"("type":"webauthn.create")"),
      added(R"("\u0074ype":"webauthn.create")"),
      added(R"("crossOrigin":false)"),
      added(R"("x":{"a":1,"a":1})"),
      added(R"("x":[{"a":1,"\u0061":1}])"),
      added(R"("topOrigin":1)"),
      added(R"("topOrigin":true)"),
      added(R"("x":[[[[[[[[[[1]]]]]]]]]])"),
      added("\"x\":\"\xff\""),
      added("\"x\":\"\xc0\x80\""),
      added(R"("x":"\ud800")"),
      added("\"x\":\"\n\""),
      added("\"x\":1,"),
      added("\"x\":01"),
      added("\"x\":NaN"),
      added(many),
      added("\"x\":/**/1"),
      std::string(4'096, '['),
      std::string(4'096, '{'),
  };
  for (const auto& text : rows) BOOST_TEST(fault_of(register_client_data(text)) == passkey_fault::client_data, text);
  BOOST_TEST(fault_of(register_client_data(with(json, "false", "true"))) == passkey_fault::cross_origin);
  BOOST_TEST(fault_of(register_client_data(added(R"("topOrigin":"https://pay.example.com")"))) ==
             passkey_fault::cross_origin);
  BOOST_TEST(fault_of(register_client_data(with(json, ".com\"", ".com\\u0000\""))) == passkey_fault::origin);
}

BOOST_AUTO_TEST_CASE(an_answer_has_bounds) {
  auto answer = es256().registration;
  answer.client_data_json += std::string(paylink::passkey_client_data_bytes_max - answer.client_data_json.size(), ' ');
  BOOST_TEST(register_passkey(answer, es256().creation, handle_of_tests).has_value());
  answer.client_data_json += ' ';
  BOOST_TEST(fault_of(register_passkey(answer, es256().creation, handle_of_tests)) == passkey_fault::too_large);
  answer = es256().registration;
  answer.attestation_object.resize(paylink::passkey_attestation_bytes_max);
  BOOST_TEST(fault_of(register_passkey(answer, es256().creation, handle_of_tests)) == passkey_fault::attestation);
  answer.attestation_object += '\0';
  BOOST_TEST(fault_of(register_passkey(answer, es256().creation, handle_of_tests)) == passkey_fault::too_large);
}

BOOST_AUTO_TEST_SUITE_END()
