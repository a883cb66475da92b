// What `paylink trigger` says to have happened has happened, and was told.
#include "tests/e2e/unset_service.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

json::object trigger(const unset_service& of, std::vector<std::string> words) {
  words.insert(words.begin(), "trigger");
  return of.command(std::move(words)).as_object();
}

} // namespace

BOOST_AUTO_TEST_CASE(each_event_that_is_triggered_reaches_the_webhook_that_is_told_of_it) {
  unset_service under;
  const auto made = under.service.call(
      http_method::post, "/v1.1/webhooks/" + under.service.workspace(),
      R"({"name":"All","events":["transaction.credit","transaction.debit","order.success","order.failed"],"url":")" +
          under.url(0, "/taken") + "\"}");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  std::size_t heard = 0;
  for (const std::string event : {"transaction.credit", "transaction.debit", "order.success", "order.failed"}) {
    BOOST_TEST_CONTEXT(event) {
      const auto record = trigger(under, {event, "--amount", "12000", "--content", "Hoa don 17"});
      BOOST_REQUIRE(record.at("deliveries").as_array().size() == 1u);
      BOOST_TEST(text_of(record.at("deliveries").at(0), "status") == "delivered");
      const bool is_order = event.starts_with("order");
      const auto subject = text_of(record, is_order ? "order_id" : "transaction_id");
      // An order's payment is a transaction, which is told as well.
      const auto all = under.heard_at("/taken");
      BOOST_REQUIRE(all.size() > heard);
      heard = all.size();
      const auto found = std::ranges::find_if(all, [&](const auto& one) {
        return one.body.find('"' + subject + '"') != std::string::npos &&
               (one.body.find("order_id") != std::string::npos) == is_order;
      });
      BOOST_REQUIRE((found != all.end()));
      const auto payload = json::parse(found->body);
      BOOST_TEST(payload.at("amount").to_number<int>() == 12'000);
      if (is_order)
        BOOST_TEST("order." + text_of(payload, "status") == event);
      else
        BOOST_TEST("transaction." + text_of(payload, "transfer_type") == event);
      if (!is_order) BOOST_TEST(text_of(payload, "content") == "Hoa don 17");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_triggered_callback_is_that_of_a_link_that_was_paid) {
  unset_service under;
  const auto record = trigger(under, {"callback", "--callback-url", under.url(0, "/taken")});
  BOOST_TEST(text_of(record, "callback_status") == "delivered");
  const auto link = under.service.get_link(text_of(record, "payment_link_id"));
  BOOST_TEST((link.at("status") == "succeeded" && link.at("received_amount") == "150000"));
  const auto heard = under.heard_at("/taken");
  BOOST_REQUIRE(heard.size() == 1u);
  BOOST_TEST(text_of(json::parse(heard[0].body), "payment_link_id") == text_of(record, "payment_link_id"));
}

BOOST_AUTO_TEST_CASE(money_at_an_account_of_the_switch_is_triggered_over_its_feed) {
  unset_service under;
  const auto file = json::parse(text_of_file(under.service.folder() / "sandbox.json"));
  const auto workspace = text_of(file.at("workspaces").at(1), "id");
  const auto record = trigger(under, {"transaction.credit", "--workspace", workspace});
  const auto found =
      under.service.call(http_method::get, "/v1.1/transactions/" + workspace + "/" + text_of(record, "transaction_id"));
  BOOST_REQUIRE_MESSAGE(found.status == 200, found.body);
  BOOST_TEST(text_of(json::parse(found.body).at("data"), "bank") == "VCB");
}

} // namespace paylink::test
