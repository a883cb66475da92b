#include "domain/values/money.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(money_rules)

BOOST_AUTO_TEST_CASE(digits_alone_are_an_amount) {
  const std::pair<std::string_view, std::int64_t> cases[] = {
      {"1", 1},
      {"2000", 2000},
      {"499999999", 499'999'999},
      {"9007199254740993", 9'007'199'254'740'993},
      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()}};
  for (const auto& [text, dong] : cases) {
    const auto read = parse_money(text);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->dong == dong);
    BOOST_TEST(to_digits(*read) == text);
  }
}

BOOST_AUTO_TEST_CASE(anything_else_is_no_amount) {
  for (const auto* text : {"", "0", "00", "02000", "-1", "+1", " 1", "1 ", "1.0", "1,000", "1e3", "0x10", "1\n",
                           "9223372036854775808", "99999999999999999999999", "１", "２０００"})
    BOOST_TEST(!parse_money(text), text);
}

BOOST_AUTO_TEST_CASE(people_see_groups_of_three_digits) {
  struct row {
    std::int64_t dong;
    std::string_view vi, en;
  };
  const row rows[] = {{0, "0\u00a0₫", "₫0"},
                      {5, "5\u00a0₫", "₫5"},
                      {999, "999\u00a0₫", "₫999"},
                      {2000, "2.000\u00a0₫", "₫2,000"},
                      {150'000, "150.000\u00a0₫", "₫150,000"},
                      {499'999'999, "499.999.999\u00a0₫", "₫499,999,999"},
                      {-1'234'567, "-1.234.567\u00a0₫", "-₫1,234,567"}};
  for (const auto& [dong, vi, en] : rows) {
    BOOST_TEST(format_money(money{dong}, language::vi) == vi);
    BOOST_TEST(format_money(money{dong}, language::en) == en);
  }
  BOOST_TEST(format_money(money{2000}, language::vi) == "\x32\x2e\x30\x30\x30\xc2\xa0\xe2\x82\xab");
}

BOOST_AUTO_TEST_CASE(a_sum_stays_in_the_range_of_its_type) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t cases[][3]{{1, 2, 3},          {-1, -2, -3},        {most, 0, most},       {most, 1, most},
                                {most, most, most}, {least, -1, least},  {least, least, least}, {least, 1, least + 1},
                                {most, least, -1},  {most - 1, 1, most}, {1, most, most},       {-1, least, least}};
  for (const auto& [one, other, sum] : cases) BOOST_TEST(capped_sum(one, other) == sum);
}

BOOST_AUTO_TEST_SUITE_END()
