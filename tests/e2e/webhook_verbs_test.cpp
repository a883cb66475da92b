// The verbs of webhooks and deliveries, as docs/cli.md has them, at a running service.
#include "tests/e2e/unset_service.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

BOOST_AUTO_TEST_CASE(a_webhook_is_made_tried_switched_and_deleted_from_the_command_line) {
  unset_service under;
  const auto made = under.command({"webhooks", "create", "--name", "Books", "--url", under.url(0, "/taken"), "--event",
                                   "transaction.credit", "--check"});
  const auto id = text_of(made, "id");
  BOOST_TEST((text_of(made, "api_key").starts_with("whk_") && made.at("check").at("status_code") == 200));
  BOOST_TEST(under.command({"webhooks", "get", id}).at("secret").is_null());

  BOOST_TEST(!under.command({"webhooks", "disable", id}).at("enabled").as_bool());
  under.command({"trigger", "transaction.credit"});
  const auto skipped = under.command({"deliveries", "list", "--webhook", id}).at("data").at(0);
  BOOST_TEST(text_of(skipped, "status") == "skipped");
  BOOST_TEST(under.command({"webhooks", "enable", id}).at("enabled").as_bool());
  const auto delivery = text_of(skipped, "id");
  under.command({"deliveries", "resend", delivery});
  under.tried("/v1.1/deliveries/" + under.service.workspace() + "/" + delivery, 1);
  const auto sent = under.command({"deliveries", "get", delivery});
  BOOST_TEST(text_of(sent, "status") == "delivered");
  const auto heard = under.heard_at("/taken");
  BOOST_TEST((!heard.empty() && heard.back().body == text_of(sent, "body")));

  under.command({"webhooks", "test", id, "--event", "order.failed"});
  const auto rotated = under.command({"webhooks", "rotate", id});
  BOOST_TEST(text_of(rotated, "api_key") != text_of(made, "api_key"));
  BOOST_TEST(under.command({"webhooks", "rotate", id, "--activate"}).at("rotates_at").is_null());
  BOOST_TEST(under.command({"webhooks", "delete", id}).is_null());
  BOOST_TEST(under.command({"webhooks", "list"}).at("data").as_array().empty());
  BOOST_TEST(text_of(under.command({"deliveries", "get", delivery}), "webhook_id") == id);
}

} // namespace paylink::test
