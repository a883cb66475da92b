#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::vector<std::pair<std::string, std::string>> headers_with(const virtual_node& node, const std::string& key) {
  return {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}, {"idempotency-key", key}};
}

std::string body_of(const virtual_node& node, const std::string& amount = "150000", const std::string& more = {}) {
  return R"({"bank_account_id":")" + node.account.text() + R"(","callback_url":"https://shop.test/cb","amount":")" +
         amount + "\"" + more + "}";
}

http_response create(virtual_node& node, const std::string& key, const std::string& body) {
  return node.call(http_method::post, "/v1.1/payment-links/" + node.workspace.text(), body, headers_with(node, key));
}

std::size_t count_links(virtual_node& node) {
  return rows_of(node.api(http_method::get, "/v1.1/payment-links/" + node.workspace.text() + "?limit=100")).size();
}

} // namespace

BOOST_AUTO_TEST_SUITE(idempotency_keys)

BOOST_AUTO_TEST_CASE(a_retry_gets_the_first_answer_to_the_byte_whatever_became_of_the_link) {
  virtual_node node;
  const auto first = create(node, "order-7", body_of(node));
  BOOST_REQUIRE_MESSAGE(first.status == 201, first.body);
  BOOST_TEST(header_of(first, "Idempotency-Replayed") == "");
  node.doze(3h);
  const auto link = data_of(first).as_object();
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  const auto again = create(node, "order-7", body_of(node));
  BOOST_TEST(again.status == 201u);
  BOOST_TEST(again.body == first.body);
  BOOST_TEST(header_of(again, "Location") == header_of(first, "Location"));
  BOOST_TEST(header_of(again, "Idempotency-Replayed") == "true");
  BOOST_TEST(count_links(node) == 1u);
}

BOOST_AUTO_TEST_CASE(a_retry_is_answered_also_when_its_expiry_has_passed_since) {
  virtual_node node;
  const auto body = body_of(node, "150000", R"(,"expires_at":")" + format_rfc3339(node.clock.now() + 1h) + "\"");
  const auto first = create(node, "order-7", body);
  BOOST_REQUIRE_MESSAGE(first.status == 201, first.body);
  node.doze(2h);
  BOOST_TEST(create(node, "order-7", body).body == first.body);
  BOOST_TEST(create(node, "order-8", body).status == 422u);
}

BOOST_AUTO_TEST_CASE(quoted_and_bare_keys_and_bodies_that_say_the_same_are_equal) {
  virtual_node node;
  const auto first = create(node, "order-7", body_of(node));
  BOOST_TEST(create(node, "\"order-7\"", body_of(node)).body == first.body);
  const auto otherwise = R"( { "amount" : "150000", "callback_url":"https:\/\/shop.test\/cb", "bank_account_id":")" +
                         node.account.text() + "\" }";
  BOOST_TEST(create(node, "order-7", otherwise).body == first.body);
  BOOST_TEST(count_links(node) == 1u);
}

BOOST_AUTO_TEST_CASE(a_key_with_another_body_is_refused_and_makes_nothing) {
  virtual_node node;
  BOOST_TEST(create(node, "order-7", body_of(node)).status == 201u);
  const auto other = create(node, "order-7", body_of(node, "160000"));
  BOOST_TEST(other.status == 422u);
  BOOST_TEST(code_of(other) == "IDEMPOTENCY_KEY_REUSED");
  // A body that would be refused by itself is another body too.
  BOOST_TEST(code_of(create(node, "order-7", body_of(node, "1"))) == "IDEMPOTENCY_KEY_REUSED");
  BOOST_TEST(count_links(node) == 1u);
}

BOOST_AUTO_TEST_CASE(two_at_once_make_one_link_and_one_is_told_to_wait) {
  virtual_node node;
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  const auto one = node.begin_call(http_method::post, path, body_of(node), headers_with(node, "order-7"));
  const auto other = node.begin_call(http_method::post, path, body_of(node), headers_with(node, "order-7"));
  node.run();
  std::vector<unsigned> statuses{one->value().status, other->value().status};
  std::ranges::sort(statuses);
  BOOST_TEST(statuses == (std::vector<unsigned>{201, 409}), boost::test_tools::per_element());
  const auto& refused = one->value().status == 409 ? one->value() : other->value();
  BOOST_TEST(code_of(refused) == "IDEMPOTENCY_IN_PROGRESS");
  BOOST_TEST(header_of(create(node, "order-7", body_of(node)), "Idempotency-Replayed") == "true");
  BOOST_TEST(count_links(node) == 1u);
}

BOOST_AUTO_TEST_CASE(a_refused_request_uses_no_key) {
  virtual_node node;
  BOOST_TEST(create(node, "order-7", body_of(node, "1")).status == 422u);
  BOOST_TEST(create(node, "order-7", body_of(node)).status == 201u);
}

BOOST_AUTO_TEST_CASE(a_key_outlives_a_crash_and_not_a_day) {
  virtual_node node;
  const auto first = create(node, "order-7", body_of(node));
  node.crash_and_restart();
  BOOST_TEST(create(node, "order-7", body_of(node)).body == first.body);
  node.doze(idempotency_key_life);
  const auto anew = create(node, "order-7", body_of(node));
  BOOST_TEST(anew.status == 201u);
  BOOST_TEST(header_of(anew, "Idempotency-Replayed") == "");
  BOOST_TEST(count_links(node) == 2u);
}

BOOST_AUTO_TEST_CASE(one_key_in_two_different_lines_is_none) {
  virtual_node node;
  auto headers = headers_with(node, "order-7");
  headers.emplace_back("idempotency-key", "order-8");
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  BOOST_TEST(node.call(http_method::post, path, body_of(node), headers).status == 400u);
  BOOST_TEST(count_links(node) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
