#include "domain/identity/account.hpp"
#include "domain/identity/mail_address.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

std::string code_of(const std::optional<field_fault>& fault) { return fault ? fault->code : "fits"; }

std::string of(std::size_t size) { return std::string(size, 'a'); }

} // namespace

BOOST_AUTO_TEST_SUITE(account_rules)

BOOST_AUTO_TEST_CASE(a_password_has_eight_to_128_characters_with_both_cases_and_a_digit) {
  const std::pair<std::optional<std::string>, std::string> rows[] = {
      {std::nullopt, "required"}, {"", "too_small"},       {"Aa34567", "too_small"},  {"Aa345678", "fits"},
      {"aA zZ 09", "fits"},       {"zZ999999", "fits"},    {"aZ000000", "fits"},      {"aa345678", "format"},
      {"AA345678", "format"},     {"Aabcdefg", "format"},  {"`@/:[{aA", "format"},    {"`{345678A", "format"},
      {"@[345678a", "format"},    {"/:abcdeFG", "format"}, {"Aa1" + of(125), "fits"}, {"Aa1" + of(126), "too_long"},
      {"Aa1ếếếếế", "fits"}, // characters, not bytes
      {"Aa1ếếếế", "too_small"},
  };
  for (const auto& [password, expected] : rows) {
    const auto fault = check_password(password, "new_password");
    BOOST_TEST(code_of(fault) == expected, password.value_or("none"));
    BOOST_TEST((!fault || fault->field == "new_password"));
  }
}

BOOST_AUTO_TEST_CASE(a_name_has_one_to_100_characters_and_no_control_characters) {
  const std::pair<std::optional<std::string>, std::string> rows[] = {
      {std::nullopt, "required"}, {"", "required"},     {"A", "fits"},
      {"Nguyễn Văn An", "fits"},  {of(100), "fits"},    {of(101), "too_long"},
      {"An\nBcc: b", "format"},   {"An\x01", "format"},
  };
  for (const auto& [name, expected] : rows)
    BOOST_TEST(code_of(check_person_name(name)) == expected, name.value_or("none"));
}

BOOST_AUTO_TEST_CASE(faults_of_an_account_come_in_the_order_of_its_members) {
  const auto faults = check_new_account({.email = "an", .password = "short", .name = {}, .locale = "fr"});
  std::string all;
  for (const auto& fault : faults) all += fault.field + ' ' + fault.code + '\n';
  BOOST_TEST(all == "email format\npassword too_small\nname required\nlocale format\n");
  BOOST_TEST(check_new_account({.email = "an@shop.vn", .password = "Pass word 1", .name = "An", .locale = {}}).empty());
}

BOOST_AUTO_TEST_CASE(an_address_is_one_that_every_mail_server_accepts) {
  const std::string good[] = {
      "a@b",
      "An.Nguyen+shop@mail-1.shop.vn",
      "!#$%&'*+/=?^_`{|}~-@shop.vn",
      "09AZaz@09AZaz.vn",
      of(64) + "@shop.vn",
      "a@" + of(63) + ".vn",
      "a@" + of(63) + '.' + of(63) + '.' + of(63) + '.' + of(60), // 254 in all
  };
  for (const auto& address : good) BOOST_TEST(is_mail_address(address), address);
  const std::string bad[] = {
      "",
      "an",
      "@shop.vn",
      "an@",
      "a@@b",
      "a@b@c",
      ".an@b",
      "an.@b",
      "a..n@b",
      "an@b.",
      "an@.b",
      "an@b..vn",
      "an@-b.vn",
      "an@b-.vn",
      "an@b_c.vn",
      "a n@b",
      "an@b c",
      "an@b\r\nBcc: c@d",
      "\"an\"@b",
      "an(x)@b",
      "an@[1.2.3.4]",
      "\xE1\xBA\xBF@b",
      of(65) + "@b",
      "a@" + of(64) + ".vn",
      "a@" + of(63) + '.' + of(63) + '.' + of(63) + '.' + of(61), // 255 in all
  };
  for (const auto& address : bad) BOOST_TEST(!is_mail_address(address), address);
}

BOOST_AUTO_TEST_SUITE_END()
