#include "secrets/hmac.hpp"
#include "tests/domain/vectors.hpp"
#include "tests/secrets/scratch_folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdio>
#include <memory>

namespace {

using paylink::hmac_sha256;
namespace json = boost::json;

std::string_view member(const json::value& vector, const char* name) { return vector.at(name).as_string(); }

/// What a command prints; none when it cannot be run.
std::optional<std::string> output_of(const std::string& command) {
  struct closer {
    void operator()(std::FILE* pipe) const { ::pclose(pipe); }
  };
  std::unique_ptr<std::FILE, closer> pipe{::popen(command.c_str(), "r")};
  if (!pipe) return std::nullopt;
  std::string text;
  std::array<char, 256> chunk{};
  while (const auto got = std::fread(chunk.data(), 1, chunk.size(), pipe.get())) text.append(chunk.data(), got);
  if (::pclose(pipe.release()) != 0) return std::nullopt;
  return text;
}

std::string signature_of(std::string_view key, std::string_view timestamp, std::string_view body) {
  return hmac_sha256{key}.hex({timestamp, ".", body});
}

} // namespace

BOOST_AUTO_TEST_SUITE(hmac)

BOOST_AUTO_TEST_CASE(callback_vectors_verify_or_fail_as_they_say) {
  const auto vectors = paylink::read_vectors("callbacks-vectors.json");
  std::size_t valid = 0;
  for (const auto& vector : vectors.at("callback_vectors").as_array()) {
    BOOST_TEST_CONTEXT(member(vector, "id")) {
      const auto signature = signature_of(member(vector, "key"), member(vector, "timestamp"), member(vector, "body"));
      const bool verifies = paylink::equal_in_constant_time(signature, member(vector, "signature"));
      BOOST_TEST(verifies == vector.at("valid").as_bool());
      valid += verifies ? 1 : 0;
    }
  }
  BOOST_TEST(valid == 2u);
}

BOOST_AUTO_TEST_CASE(workspace_webhook_vectors_are_signed_over_their_canonical_text) {
  const auto vectors = paylink::read_vectors("callbacks-vectors.json");
  const auto& webhooks = vectors.at("workspace_webhook_vectors").as_array();
  BOOST_TEST(webhooks.size() == 13u);
  for (const auto& vector : webhooks) {
    BOOST_TEST_CONTEXT(member(vector, "id"))
    BOOST_TEST(signature_of(member(vector, "secret"), member(vector, "timestamp"), member(vector, "canonical")) ==
               member(vector, "signature"));
  }
}

BOOST_AUTO_TEST_CASE(keys_of_every_length_agree_with_the_openssl_command) {
  if (!output_of("openssl version 2>/dev/null")) {
    BOOST_TEST_MESSAGE("the openssl command is not installed: nothing to compare with");
    return;
  }
  const paylink::test::scratch_folder folder;
  const std::string data = "1773541806.{\"amount\":\"150000\",\"note\":\"thanh to\xc3\xa1n\"}";
  const auto file = folder.write("data", data).string();
  for (const std::size_t length : {1u, 31u, 32u, 63u, 64u, 65u, 128u, 200u}) {
    BOOST_TEST_CONTEXT("a key of " << length << " characters") {
      const std::string key(length, 'k');
      const auto printed = output_of("openssl dgst -sha256 -hmac " + key + " -r " + file);
      BOOST_TEST_REQUIRE(printed.has_value());
      BOOST_TEST(printed->substr(0, 64) == hmac_sha256{key}.hex({data}));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_empty_key_and_no_data_give_the_known_value) {
  BOOST_TEST(hmac_sha256{""}.hex({}) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

BOOST_AUTO_TEST_CASE(data_in_parts_signs_as_the_whole_and_a_state_serves_many_times) {
  hmac_sha256 mac{"plsk_key"};
  const auto whole = mac.hex({"one.two.three"});
  for (int round = 0; round < 3; ++round) BOOST_TEST(mac.hex({"one", ".", "", "two.thr", "ee"}) == whole);
}

BOOST_AUTO_TEST_CASE(a_copy_lives_on_its_own) {
  auto mac = std::make_unique<hmac_sha256>("plsk_key");
  const auto expected = mac->hex({"data"});
  hmac_sha256 copy{*mac};
  hmac_sha256 assigned{"another"};
  assigned = *mac;
  mac.reset();
  BOOST_TEST(copy.hex({"data"}) == expected);
  BOOST_TEST(assigned.hex({"data"}) == expected);
  const hmac_sha256 moved{std::move(copy)};
  BOOST_TEST(hmac_sha256{moved}.hex({"data"}) == expected);
}

BOOST_AUTO_TEST_CASE(sha256_agrees_with_the_standard) {
  BOOST_TEST(paylink::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(paylink::sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_AUTO_TEST_CASE(texts_are_equal_only_when_length_and_every_byte_agree) {
  const std::string_view text = "d3e3dfb9";
  BOOST_TEST(paylink::equal_in_constant_time(text, std::string{text}));
  BOOST_TEST(paylink::equal_in_constant_time("", ""));
  BOOST_TEST(!paylink::equal_in_constant_time(text, text.substr(1)));
  BOOST_TEST(!paylink::equal_in_constant_time(text, ""));
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other{text};
    other[at] = '_';
    BOOST_TEST(!paylink::equal_in_constant_time(text, other));
  }
}

BOOST_AUTO_TEST_SUITE_END()
