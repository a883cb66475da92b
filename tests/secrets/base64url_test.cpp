#include "secrets/base64.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

BOOST_AUTO_TEST_SUITE(base64url)

BOOST_AUTO_TEST_CASE(base64url_is_that_of_rfc_4648_without_padding) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      // Section 10, and bytes whose digits are the two that differ.
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff\xfe", "-__-"},
  };
  for (const auto& [bytes, text] : rows) {
    BOOST_TEST(paylink::to_base64url({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}) == text);
    const auto read = paylink::from_base64url(text);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST((std::string{read->begin(), read->end()} == bytes));
  }
}

BOOST_AUTO_TEST_CASE(what_would_not_be_written_is_not_read) {
  for (const std::string_view text :
       {"Zg==", "Zg=", "+//+", "Z", "Zh", "Zm9v\n", " Zm9v", "Zm9vZ", "Zm9=", "Zé", "éé", "Zm\x80\xff"})
    BOOST_TEST(!paylink::from_base64url(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
