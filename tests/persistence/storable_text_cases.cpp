#include "persistence/sql/storable_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(storable_texts)

BOOST_AUTO_TEST_CASE(well_formed_text_stays_and_everything_else_is_replaced) {
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"plain", "plain"},
      {"Đơn ₫ \U0001F600", "Đơn ₫ \U0001F600"},
      {std::string{"a\0b", 3}, "a\uFFFDb"},
      {"\xC0\x80", "\uFFFD\uFFFD"},                     // NUL in two bytes
      {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},           // a surrogate
      {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"}, // above U+10FFFF
      {"\xE0\x80\xAF", "\uFFFD\uFFFD\uFFFD"},           // longer than needed
      {"cut \xE2\x82", "cut \uFFFD\uFFFD"},
      {"\xFF", "\uFFFD"},
  };
  for (const auto& [given, expected] : cases) BOOST_TEST(storable_text(given) == expected);
}

BOOST_AUTO_TEST_CASE(a_cut_never_divides_a_character) {
  BOOST_TEST(storable_text("ab₫", 5) == "ab₫");
  BOOST_TEST(storable_text("ab₫", 4) == "ab");
  BOOST_TEST(storable_text("\xFF", 2) == "");
}

BOOST_AUTO_TEST_CASE(lists_go_through_json_unchanged) {
  const std::vector<std::string> texts{"a", "\"b\"\n", "₫"};
  const std::vector<std::pair<std::string, std::string>> pairs{{"set-cookie", "a=1"}, {"set-cookie", "b=\\2"}};
  BOOST_TEST((texts_from_json(to_json(texts)) == texts));
  BOOST_TEST((pairs_from_json(to_json(pairs)) == pairs));
  BOOST_TEST((texts_from_json(to_json(std::vector<std::string>{})).empty()));
  BOOST_TEST((texts_from_json("{").empty() && pairs_from_json("[1]").empty()));
}

BOOST_AUTO_TEST_SUITE_END()
