#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::string order_json =
    R"({"id":"ord_1","order_id":"DH 1842","status":"pending","amount":"150000","reference":"PFOD7K2M9QX4"})";

std::vector<std::string> orders(std::initializer_list<std::string> rest) {
  std::vector<std::string> words{"orders"};
  words.insert(words.end(), rest);
  return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(order_verbs)

BOOST_AUTO_TEST_CASE(create_sends_every_option_as_the_member_that_it_names) {
  scripted_service service{[](const auto&) { return success_of(order_json); }};
  const auto ran = run_program(orders({"create", "--workspace", "ws_1", "--bank-account", "ba_1", "--amount", "150000",
                                       "--order-id", "DH 1842", "--customer-email", "lan@example.com", "--expires-at",
                                       "2026-01-31T08:15:30Z", "--idempotency-key", "k-1"}),
                               here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST((has(ran.out, "PFOD7K2M9QX4") && has(ran.out, "150,000 VND")));
  const auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  BOOST_TEST((requests[0].method == http_method::post));
  BOOST_TEST(requests[0].path == "/v1.1/orders/ws_1");
  BOOST_TEST(requests[0].header("idempotency-key") == "k-1");
  BOOST_TEST(json::parse(requests[0].body) ==
             json::parse(R"({"bank_account_id":"ba_1","amount":"150000","order_id":"DH 1842",
    "customer_email":"lan@example.com","expires_at":"2026-01-31T08:15:30Z"})"));
}

BOOST_AUTO_TEST_CASE(create_needs_an_amount_and_leaves_out_what_was_not_given) {
  scripted_service service{[](const auto&) { return success_of(order_json); }};
  BOOST_TEST(run_program(orders({"create", "--workspace", "ws_1", "--bank-account", "ba_1"}), here(service)).code == 2);
  run_program(orders({"create", "--workspace", "ws_1", "--bank-account", "ba_1", "--amount", "2000"}), here(service));
  BOOST_REQUIRE(service.requests().size() == 1u);
  BOOST_TEST(service.requests()[0].body == R"({"bank_account_id":"ba_1","amount":"2000"})");
}

BOOST_AUTO_TEST_CASE(get_and_cancel_name_an_order_by_the_merchants_id) {
  scripted_service service{[](const auto&) { return success_of(order_json); }};
  BOOST_TEST(run_program(orders({"get", "DH 1842", "--workspace", "ws_1"}), here(service)).code == 0);
  BOOST_TEST(run_program(orders({"cancel", "ord_1", "--workspace", "ws_1"}), here(service)).code == 0);
  const auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 2u);
  BOOST_TEST((requests[0].method == http_method::get && requests[1].method == http_method::post));
  BOOST_TEST(requests[0].path == "/v1.1/orders/ws_1/DH%201842");
  BOOST_TEST(requests[1].path == "/v1.1/orders/ws_1/ord_1/cancel");
}

BOOST_AUTO_TEST_CASE(list_sends_the_filters_and_prints_a_line_an_order) {
  scripted_service service{
      [](const auto&) { return success_of("[" + order_json + "]", R"({"has_more":false,"next_cursor":null})"); }};
  const auto ran = run_program(orders({"list", "--workspace", "ws_1", "--status", "pending", "--order-id", "DH 1842",
                                       "--reference", "PFOD7K2M9QX4", "--bank-account", "ba_1", "--from",
                                       "2026-01-31T08:15:30Z", "--to", "2026-02-01T08:15:30Z", "--limit", "5"}),
                               here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST((has(ran.out, "DH 1842") && has(ran.out, "pending")));
  const auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  for (const auto& [name, value] :
       {std::pair{"status", "pending"}, std::pair{"order_id", "DH 1842"}, std::pair{"reference", "PFOD7K2M9QX4"},
        std::pair{"bank_account_id", "ba_1"}, std::pair{"from", "2026-01-31T08:15:30Z"},
        std::pair{"to", "2026-02-01T08:15:30Z"}, std::pair{"limit", "5"}})
    BOOST_TEST(requests[0].parameter(name).value_or("") == value, name);
}

BOOST_AUTO_TEST_SUITE_END()
