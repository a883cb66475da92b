#include "domain/orders/order_rules.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const timestamp now = parse_rfc3339("2026-01-31T08:15:30.123Z").value();
constexpr std::string_view account = "ba_01fwhe4ydgfk1shh6w1g60eecf";

order_request good_request() {
  order_request request;
  request.bank_account_id = std::string{account};
  request.amount = "150000";
  return request;
}

checked_order check(const order_request& request) { return check_order_request(request, money{499'999'999}, now); }

/// `field:code` of every fault, in their order.
std::vector<std::string> faults_of(const order_request& request) {
  std::vector<std::string> faults;
  for (const auto& fault : check(request).faults) {
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
void check_member(std::optional<std::string> order_request::* member, const row (&rows)[Count]) {
  for (const auto& [value, fault] : rows) {
    auto request = good_request();
    request.*member = value;
    const auto expected = fault.empty() ? std::vector<std::string>{} : std::vector<std::string>{fault};
    BOOST_TEST_CONTEXT(value) { BOOST_TEST(faults_of(request) == expected, boost::test_tools::per_element()); }
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(order_rule_table)

BOOST_AUTO_TEST_CASE(what_is_left_out_has_its_default) {
  const auto checked = check(good_request());
  BOOST_TEST(checked.faults.empty());
  BOOST_TEST((checked.account == bank_account_id::parse(account) && checked.amount == money{150'000}));
  BOOST_TEST((checked.expires_at == now + std::chrono::hours{24}));
}

BOOST_AUTO_TEST_CASE(account_and_amount_are_required) {
  const std::vector<std::string> expected{"bank_account_id:required", "amount:required"};
  BOOST_TEST(faults_of({}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_amount_is_that_of_a_link) {
  check_member(&order_request::amount, {{"2000", ""},
                                        {"499999999", ""},
                                        {"1999", "amount:too_small"},
                                        {"0", "amount:too_small"},
                                        {"500000000", "amount:too_large"},
                                        {"9223372036854775808", "amount:too_large"},
                                        {"", "amount:format"},
                                        {"02000", "amount:format"},
                                        {"2000.0", "amount:format"},
                                        {"-2000", "amount:format"}});
}

BOOST_AUTO_TEST_CASE(the_merchants_own_id_has_1_to_64_characters_and_is_not_one_of_ours) {
  check_member(&order_request::order_id, {{"1", ""},
                                          {"DH-1842/a b", ""},
                                          {"Đơn hàng №7 🎁", ""},
                                          {repeated("x", 64), ""},
                                          {repeated("Đ", 64), ""},
                                          {"ORD_1", ""},
                                          {repeated("x", 65), "order_id:too_long"},
                                          {repeated("Đ", 65), "order_id:too_long"},
                                          {"", "order_id:format"},
                                          {"a\nb", "order_id:format"},
                                          {"a\tb", "order_id:format"},
                                          {"ord_1", "order_id:format"},
                                          {"ord_test_1", "order_id:format"}});
}

BOOST_AUTO_TEST_CASE(the_customers_address_is_a_mail_address) {
  check_member(&order_request::customer_email, {{"lan@example.com", ""},
                                                {"a.b+c@shop.example", ""},
                                                {"", "customer_email:format"},
                                                {"lan", "customer_email:format"},
                                                {"lan@", "customer_email:format"},
                                                {"lan@example.com, b@example.com", "customer_email:format"},
                                                {"lan@example.com\r\nBcc: x@example.com", "customer_email:format"}});
}

BOOST_AUTO_TEST_CASE(an_order_lives_30_days_at_most) {
  check_member(&order_request::expires_at, {{"2026-01-31T08:15:30.124Z", ""},
                                            {"2026-03-02T08:15:30.123Z", ""},
                                            {"2026-03-02T15:15:30.123+07:00", ""},
                                            {"2026-03-02T08:15:30.124Z", "expires_at:too_far"},
                                            {"2026-01-31T08:15:30.123Z", "expires_at:in_the_past"},
                                            {"2026-01-31", "expires_at:format"},
                                            {"tomorrow", "expires_at:format"}});
}

BOOST_AUTO_TEST_CASE(an_account_of_invalid_form_is_reported_as_not_found) {
  check_member(&order_request::bank_account_id,
               {{"ba_1", "bank_account_id:not_found"}, {"pl_01fwhe4ydgfk1shh6w1g60eecf", "bank_account_id:not_found"}});
}

BOOST_AUTO_TEST_SUITE_END()
