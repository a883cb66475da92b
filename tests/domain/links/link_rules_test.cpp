#include "domain/links/link_rules.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const address_policy addresses;
const timestamp now = parse_rfc3339("2026-01-31T08:15:30.123Z").value();
constexpr std::string_view account = "ba_01fwhe4ydgfk1shh6w1g60eecf";

link_request good_request() {
  link_request request;
  request.bank_account_id = std::string{account};
  request.callback_url = "https://shop.example/callback";
  request.amount = "150000";
  return request;
}

link_rules rules(banking_mode mode = banking_mode::open_banking) { return {mode, money{499'999'999}, addresses, now}; }

/// `field:code` of every fault, in their order.
std::vector<std::string> faults_of(const link_request& request, const link_rules& applied = rules()) {
  std::vector<std::string> faults;
  for (const auto& fault : check_link_request(request, applied).faults) {
    BOOST_TEST(!fault.message.empty());
    faults.push_back(fault.field + ":" + fault.code);
  }
  return faults;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t round = 0; round < times; ++round) out += text;
  return out;
}

/// What one member does to a good request: a value, and the one fault that it makes, or none.
struct row {
  std::string value;
  std::string fault;
};

template <std::size_t Count>
void check_member(std::optional<std::string> link_request::* member, const row (&rows)[Count]) {
  for (const auto& [value, fault] : rows) {
    auto request = good_request();
    request.*member = value;
    const auto expected = fault.empty() ? std::vector<std::string>{} : std::vector<std::string>{fault};
    BOOST_TEST_CONTEXT(value) { BOOST_TEST(faults_of(request) == expected, boost::test_tools::per_element()); }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(link_rule_table)

BOOST_AUTO_TEST_CASE(a_good_request_is_read) {
  auto request = good_request();
  request.virtual_account_id = "va_01fwhe4ydgfk1shh6w1g60eecf";
  request.redirect_url = "https://shop.example/thanks";
  request.description = "Đơn hàng 1\nCảm ơn";
  request.expires_at = "2026-01-31T16:15:30.123+07:00";
  request.metadata = {{"order", "1"}, {"empty", ""}};
  const auto checked = check_link_request(request, rules());
  BOOST_TEST(checked.faults.empty());
  BOOST_TEST((checked.account == bank_account_id::parse(account)));
  BOOST_TEST(checked.virtual_account.view() == "va_01fwhe4ydgfk1shh6w1g60eecf");
  BOOST_TEST(checked.amount->dong == 150'000);
  BOOST_TEST(format_rfc3339(checked.expires_at) == "2026-01-31T09:15:30.123Z");
}

BOOST_AUTO_TEST_CASE(what_is_left_out_has_its_default) {
  auto request = good_request();
  request.amount.reset();
  const auto checked = check_link_request(request, rules());
  BOOST_TEST(checked.faults.empty());
  BOOST_TEST(!checked.amount.has_value());
  BOOST_TEST(checked.virtual_account.empty());
  BOOST_TEST((checked.expires_at == now + std::chrono::hours{24}));
}

BOOST_AUTO_TEST_CASE(an_amount_is_plain_digits_within_its_bounds) {
  check_member(&link_request::amount, {{"2000", ""},
                                       {"499999999", ""},
                                       {"1999", "amount:too_small"},
                                       {"1", "amount:too_small"},
                                       {"0", "amount:too_small"},
                                       {"500000000", "amount:too_large"},
                                       {"9223372036854775807", "amount:too_large"},
                                       {"9223372036854775808", "amount:too_large"},
                                       {"99999999999999999999999999", "amount:too_large"},
                                       {"", "amount:format"},
                                       {"02000", "amount:format"},
                                       {"00", "amount:format"},
                                       {"+2000", "amount:format"},
                                       {"-2000", "amount:format"},
                                       {"2000.0", "amount:format"},
                                       {"2,000", "amount:format"},
                                       {"2e3", "amount:format"},
                                       {" 2000", "amount:format"},
                                       {"2000 ", "amount:format"},
                                       {"２０００", "amount:format"},
                                       {"2000 VND", "amount:format"}});
}

BOOST_AUTO_TEST_CASE(the_switch_needs_a_fixed_amount) {
  auto request = good_request();
  BOOST_TEST(faults_of(request, rules(banking_mode::national_switch)).empty());
  request.amount.reset();
  BOOST_TEST(faults_of(request, rules(banking_mode::national_switch)) ==
                 std::vector<std::string>{"amount:amount_required"},
             boost::test_tools::per_element());
  BOOST_TEST(faults_of(request).empty());
}

BOOST_AUTO_TEST_CASE(the_largest_amount_is_a_setting) {
  auto applied = rules();
  applied.amount_max = money{10'000};
  auto request = good_request();
  request.amount = "10000";
  BOOST_TEST(faults_of(request, applied).empty());
  request.amount = "10001";
  BOOST_TEST(faults_of(request, applied) == std::vector<std::string>{"amount:too_large"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(accounts_that_cannot_exist_are_not_found) {
  check_member(&link_request::bank_account_id, {{std::string{account}, ""},
                                                {"", "bank_account_id:not_found"},
                                                {"nonsense", "bank_account_id:not_found"},
                                                {"va_01fwhe4ydgfk1shh6w1g60eecf", "bank_account_id:not_found"},
                                                {"BA_01FWHE4YDGFK1SHH6W1G60EECF", "bank_account_id:not_found"}});
  check_member(&link_request::virtual_account_id, {{"va_01fwhe4ydgfk1shh6w1g60eecf", ""},
                                                   {"", "virtual_account_id:not_found"},
                                                   {std::string{account}, "virtual_account_id:not_found"}});
}

BOOST_AUTO_TEST_CASE(the_callback_url_is_held_to_the_policy_of_outbound_calls) {
  check_member(&link_request::callback_url,
               {{"https://shop.example:8443/cb?x=1", ""},
                {"http://shop.example/cb", "callback_url:not_https"},
                {"", "callback_url:format"},
                {"shop.example", "callback_url:format"},
                {"https://user@shop.example/", "callback_url:format"},
                {"https://shop.example/#f", "callback_url:format"},
                {"https://127.0.0.1/", "callback_url:blocked_address"},
                {"https://localhost/", "callback_url:blocked_address"},
                {"https://shop.example:22/", "callback_url:blocked_address"},
                {"https://shop.example/" + std::string(2048, 'x'), "callback_url:too_long"}});
}

BOOST_AUTO_TEST_CASE(the_redirect_url_is_only_for_the_browser) {
  check_member(&link_request::redirect_url,
               {{"https://shop.example/thanks#top", ""},
                {"https://localhost:3000/", ""},
                {"http://shop.example/thanks", "redirect_url:not_https"},
                {"", "redirect_url:format"},
                {"https://user@shop.example/", "redirect_url:format"},
                {"https://shop.example/a b", "redirect_url:format"},
                {"https://shop.example/" + std::string(2048, 'x'), "redirect_url:too_long"}});
}

BOOST_AUTO_TEST_CASE(a_description_is_counted_in_code_points) {
  check_member(&link_request::description, {{"x", ""},
                                            {"line\nline", ""},
                                            {std::string(500, 'x'), ""},
                                            {repeated("ế", 500), ""},
                                            {repeated("😀", 500), ""},
                                            {"", "description:format"},
                                            {std::string(501, 'x'), "description:too_long"},
                                            {repeated("ế", 501), "description:too_long"},
                                            {"a\tb", "description:format"},
                                            {"a\rb", "description:format"},
                                            {"a\x1b[0m", "description:format"},
                                            {"a\x7f", "description:format"},
                                            {"a\u0085", "description:format"},
                                            {"a\u00a0b", ""}});
}

BOOST_AUTO_TEST_CASE(a_link_expires_within_a_day) {
  check_member(&link_request::expires_at, {{"2026-01-31T08:15:30.124Z", ""},
                                           {"2026-02-01T08:15:30.123Z", ""},
                                           {"2026-02-01T15:15:30.123+07:00", ""},
                                           {"2026-02-01T08:15:30.124Z", "expires_at:too_far"},
                                           {"2027-01-31T08:15:30Z", "expires_at:too_far"},
                                           {"2026-01-31T08:15:30.123Z", "expires_at:in_the_past"},
                                           {"2026-01-31T08:15:30.122Z", "expires_at:in_the_past"},
                                           {"2026-01-31T09:15:30+07:00", "expires_at:in_the_past"},
                                           {"", "expires_at:format"},
                                           {"2026-02-01", "expires_at:format"},
                                           {"2026-01-31T10:00:00", "expires_at:format"},
                                           {"1769847330", "expires_at:format"},
                                           {"2026-02-30T10:00:00Z", "expires_at:format"}});
}

BOOST_AUTO_TEST_CASE(metadata_has_bounds_for_its_size_keys_and_values) {
  const std::string long_key(41, 'k'), good_key(40, 'k');
  auto many = std::map<std::string, std::string>{};
  for (int number = 0; number < 20; ++number) many["key" + std::to_string(number)] = "x";
  auto too_many = many;
  too_many["one more"] = "x";
  const std::pair<std::map<std::string, std::string>, std::vector<std::string>> cases[] = {
      {many, {}},
      {too_many, {"metadata:too_large"}},
      {{{good_key, std::string(500, 'v')}}, {}},
      {{{repeated("ế", 40), repeated("ế", 500)}}, {}},
      {{{long_key, "v"}}, {"metadata." + long_key + ":too_long"}},
      {{{"colour", std::string(501, 'v')}}, {"metadata.colour:too_long"}},
      {{{"", "v"}}, {"metadata.:format"}},
      {{{"a", std::string(501, 'v')}, {"b", "v"}, {"c", repeated("ế", 501)}},
       {"metadata.a:too_long", "metadata.c:too_long"}},
  };
  for (const auto& [metadata, expected] : cases) {
    auto request = good_request();
    request.metadata = metadata;
    BOOST_TEST(faults_of(request) == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(all_faults_are_told_at_once_in_the_order_of_the_members) {
  BOOST_TEST(
      faults_of({}, rules(banking_mode::national_switch)) ==
          (std::vector<std::string>{"bank_account_id:required", "callback_url:required", "amount:amount_required"}),
      boost::test_tools::per_element());
  link_request request;
  request.callback_url = "http://shop.example/";
  request.amount = "1";
  request.redirect_url = "x";
  request.description = "";
  request.expires_at = "tomorrow";
  request.virtual_account_id = "va";
  request.metadata = {{"k", std::string(501, 'v')}};
  const std::vector<std::string> expected{"bank_account_id:required",     "callback_url:not_https", "amount:too_small",
                                          "redirect_url:format",          "description:format",     "expires_at:format",
                                          "virtual_account_id:not_found", "metadata.k:too_long"};
  BOOST_TEST(faults_of(request) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
