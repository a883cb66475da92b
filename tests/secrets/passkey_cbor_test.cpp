#include "secrets/passkeys/cbor.hpp"
#include "tests/secrets/passkey_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace paylink::passkey_tests;

BOOST_AUTO_TEST_SUITE(passkey_cbor)

// Examples of RFC 8949, appendix A.
BOOST_AUTO_TEST_CASE(integers_are_read_up_to_64_bits_with_sign) {
  const std::pair<std::string_view, std::int64_t> rows[] = {
      {"00", 0},
      {"17", 23},
      {"1818", 24},
      {"1903e8", 1'000},
      {"1a000f4240", 1'000'000},
      {"20", -1},
      {"3863", -100},
      {"3903e7", -1'000},
      {"1b000000e8d4a51000", 1'000'000'000'000},
      {"1b7fffffffffffffff", INT64_MAX},
      {"3b7fffffffffffffff", INT64_MIN},
  };
  for (const auto& [hex, number] : rows) {
    const auto bytes = from_hex(hex);
    const auto value = paylink::read_cbor(bytes);
    BOOST_REQUIRE_MESSAGE(value.has_value(), hex);
    BOOST_TEST((value->type == paylink::cbor_type::integer));
    BOOST_TEST(value->number == number);
  }
}

BOOST_AUTO_TEST_CASE(texts_bytes_arrays_maps_and_simple_values_are_read) {
  const auto bytes = from_hex("a66161016162820203"
                              "616344010203042002"
                              "6164f5"
                              "6165f6");
  const auto map = paylink::read_cbor(bytes);
  BOOST_REQUIRE(map.has_value());
  BOOST_TEST(map->keys() == 6u);
  BOOST_TEST(map->encoded == bytes);
  BOOST_REQUIRE(map->find("b") != nullptr);
  BOOST_TEST(map->find("b")->items.size() == 2u);
  BOOST_TEST(map->find("b")->encoded == from_hex("820203"));
  BOOST_TEST(map->find("c", paylink::cbor_type::bytes)->text == from_hex("01020304"));
  BOOST_TEST(map->find(-1)->number == 2);
  BOOST_TEST(map->find("d")->number == 1);
  BOOST_TEST((map->find("e")->type == paylink::cbor_type::null));
  BOOST_TEST(map->find("f") == nullptr);
  BOOST_TEST(map->find("a", paylink::cbor_type::text) == nullptr);
}

BOOST_AUTO_TEST_CASE(what_authenticators_do_not_write_is_refused) {
  const std::string_view rows[] = {
      "",                     // nothing
      "18",                   // no number behind the head
      "1900",                 // half of it
      "44010203",             // fewer bytes than announced
      "5bffffffffffffffff",   // bytes beyond memory
      "7affffffff00",         // text beyond the document
      "9bffffffffffffffff00", // an array beyond memory
      "9a00ffffff0000",       // and one beyond the document
      "bbffffffffffffffff0000",
      "bb800000000000000100", // twice the count overflows
      "a1",
      "a101",
      "81", // values are missing
      "9fff",
      "bfff",
      "5f4100ff", // indefinite lengths
      "1c",
      "3d",
      "5e",
      "ff", // reserved
      "1bffffffffffffffff",
      "3bffffffffffffffff", // beyond 64 bits with sign
      "a201000100",         // a key twice
      "a2616100616100",     // a text twice
      "a2180100"
      "0100", // the same number, written in two ways
      "a1410000",
      "a1f500",
      "a18000", // keys that are neither numbers nor texts
      "c001",
      "f97e00",
      "fb7ff8000000000000",
      "f7",
      "f818", // tags, floating point, undefined
      "818181818100",
      "a100a100a100a100a0", // too deep
      "0000",               // something behind it
  };
  for (const auto hex : rows) {
    const auto bytes = from_hex(hex);
    BOOST_TEST(!paylink::read_cbor(bytes).has_value(), hex);
  }
}

BOOST_AUTO_TEST_CASE(four_levels_are_read_and_256_values) {
  BOOST_TEST(paylink::read_cbor(from_hex("8181818100")).has_value());
  BOOST_TEST(paylink::read_cbor(cbor_head_of(4, 255) + std::string(255, '\0')).has_value());
  BOOST_TEST(!paylink::read_cbor(cbor_head_of(4, 256) + std::string(256, '\0')).has_value());
  BOOST_TEST(!paylink::read_cbor(std::string(100'000, '\x81')).has_value());
}

BOOST_AUTO_TEST_CASE(a_value_is_taken_from_the_front) {
  const auto bytes = from_hex("820102"
                              "f5");
  std::string_view left = bytes;
  BOOST_TEST(paylink::take_cbor(left)->encoded == from_hex("820102"));
  BOOST_TEST(paylink::take_cbor(left)->number == 1);
  BOOST_TEST(left.empty());
}

BOOST_AUTO_TEST_SUITE_END()
