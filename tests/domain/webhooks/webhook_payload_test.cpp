#include "domain/webhooks/webhook_payload.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace paylink;

namespace {

std::map<std::string, boost::json::object> webhook_vectors() {
  std::map<std::string, boost::json::object> vectors;
  const auto document = read_vectors("callbacks-vectors.json");
  for (const auto& vector : document.at("workspace_webhook_vectors").as_array())
    vectors.emplace(text_of(vector.at("id")), vector.as_object());
  return vectors;
}

transaction_event_facts some_transaction() {
  return {"txn_1", "ba_1", "MB", "0123456789", money{150'000}, transfer_type::credit, "text", from_millis(0)};
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_payloads)

BOOST_AUTO_TEST_CASE(a_credit_is_written_as_its_vector_but_for_the_milliseconds) {
  const auto vector = webhook_vectors().at("wh-credit");
  const auto payload = boost::json::parse(text_of(vector.at("payload_json")));
  const auto member = [&](std::string_view name) { return text_of(payload.at(name)); };
  const auto transaction = member("transaction_id"), account = member("account_id"), bank = member("bank"),
             number = member("bank_account_number"), content = member("content"), date = member("transaction_date");
  const auto occurred_at = parse_rfc3339(date).value();

  auto expected = text_of(vector.at("canonical"));
  expected.replace(expected.find(date), date.size(), format_rfc3339(occurred_at));
  BOOST_TEST(webhook_payload(transaction_event_facts{transaction, account, bank, number,
                                                     money{payload.at("amount").as_int64()}, transfer_type::credit,
                                                     content, occurred_at}) == expected);
}

BOOST_AUTO_TEST_CASE(orders_are_written_as_their_vectors) {
  int checked = 0;
  for (const auto& [name, vector] : webhook_vectors()) {
    const auto payload = boost::json::parse(text_of(vector.at("payload_json")));
    if (!payload.as_object().contains("order_id")) continue;
    const auto order = text_of(payload.at("order_id"));
    BOOST_TEST(webhook_payload(order_event_facts{
                   order, money{payload.at("amount").as_int64()}, payload.at("status") == "success", {}, {}}) ==
               text_of(vector.at("canonical")));
    ++checked;
  }
  BOOST_TEST(checked == 2);
}

BOOST_AUTO_TEST_CASE(texts_of_the_vectors_are_escaped_in_the_content_as_they_are_there) {
  const auto vectors = webhook_vectors();
  for (const auto& [name, key] : {std::pair{"wh-control", "c"}, {"wh-2028", "t"}, {"wh-nfd", "nfd"}}) {
    const auto& vector = vectors.at(name);
    const auto content = text_of(boost::json::parse(text_of(vector.at("payload_json"))).at(key));
    const auto canonical = text_of(vector.at("canonical"));
    const auto begin = canonical.find(std::string{"\""} + key + "\":") + std::string_view{key}.size() + 3;
    auto facts = some_transaction();
    facts.content = content;
    const auto expected = "\"content\":" + canonical.substr(begin, canonical.size() - 1 - begin) + ",";
    BOOST_TEST(webhook_payload(facts).find(expected) != std::string::npos, name << ": " << expected);
  }
}

BOOST_AUTO_TEST_CASE(a_debit_differs_from_a_credit_in_its_type_alone) {
  auto facts = some_transaction();
  const std::string begin = R"({"account_id":"ba_1","amount":150000,"bank":"MB","bank_account_number":"0123456789",)"
                            R"("content":"text","transaction_date":"1970-01-01T00:00:00.000Z",)"
                            R"("transaction_id":"txn_1","transfer_type":)";
  BOOST_TEST(webhook_payload(facts) == begin + R"("credit"})");
  facts.type = transfer_type::debit;
  BOOST_TEST(webhook_payload(facts) == begin + R"("debit"})");
  facts.is_unproven = true;
  BOOST_TEST(webhook_payload(facts) == begin + R"("debit","unproven":true})");
}

BOOST_AUTO_TEST_CASE(every_text_of_a_transaction_is_escaped) {
  const transaction_event_facts facts{"t\"", "a\"", "b\"", "n\"", money{9'007'199'254'740'991}, {}, "c\"", {}};
  BOOST_TEST(webhook_payload(facts) ==
             R"({"account_id":"a\"","amount":9007199254740991,"bank":"b\"","bank_account_number":"n\"",)"
             R"("content":"c\"","transaction_date":"1970-01-01T00:00:00.000Z","transaction_id":"t\"",)"
             R"("transfer_type":"credit"})");
}

BOOST_AUTO_TEST_CASE(what_an_order_has_not_is_left_out) {
  order_event_facts facts{"DH\n1", money{2000}, true, "a\\b@example.vn", from_millis(1'773'541'805'123)};
  BOOST_TEST(webhook_payload(facts) == R"({"amount":2000,"created_at":"2026-03-15T02:30:05.123Z",)"
                                       R"("customer_email":"a\\b@example.vn","order_id":"DH\n1","status":"success"})");
  facts.customer_email = {};
  BOOST_TEST(webhook_payload(facts) ==
             R"({"amount":2000,"created_at":"2026-03-15T02:30:05.123Z","order_id":"DH\n1","status":"success"})");
  facts.created_at.reset();
  facts.is_success = false;
  BOOST_TEST(webhook_payload(facts) == R"({"amount":2000,"order_id":"DH\n1","status":"failed"})");
}

BOOST_AUTO_TEST_SUITE_END()
