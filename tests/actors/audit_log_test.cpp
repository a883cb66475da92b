// The audit log over the API.
#include "tests/actors/person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string log_reader = "reader@shop.test";

std::string log_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/workspaces/" + node.workspace.text() + "/audit-log" + rest;
}

/// The actions of a page, the newest first.
std::string logged_actions(virtual_node& node, const std::string& query = {}) {
  const auto listed = node.api(http_method::get, log_path(node, query));
  BOOST_REQUIRE_MESSAGE(listed.status == 200, listed.body);
  std::string all;
  for (const auto& row : rows_of(listed)) all += text_of(row.as_object(), "action") + " ";
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(audit_logs)

BOOST_AUTO_TEST_CASE(a_row_tells_who_did_what_when_and_from_where) {
  virtual_node node;
  const auto link = node.make_link();
  auto request = virtual_node::request_of(http_method::post, node.link_path(link, "/cancel"), {},
                                          {{"authorization", "Bearer " + node.token}});
  request.peer = "198.51.100.7";
  BOOST_TEST_REQUIRE(node.call(std::move(request)).status == 200u);
  const auto listed = rows_of(node.api(http_method::get, log_path(node)));
  BOOST_TEST_REQUIRE(listed.size() == 1u);
  const auto& row = listed.at(0).as_object();
  BOOST_TEST(text_of(row, "action") == "payment_link.cancelled");
  BOOST_TEST(text_of(row, "target") == text_of(link, "id"));
  BOOST_TEST(text_of(row, "address") == "198.51.100.7");
  BOOST_TEST(text_of(row.at("actor").as_object(), "type") == "api_token");
  BOOST_TEST(text_of(row.at("actor").as_object(), "id").starts_with("tok_"));
  BOOST_TEST(text_of(row, "created_at") == "2026-03-15T02:30:00.000Z");
  BOOST_TEST((row.at("number") == 1 && row.at("before").is_null() && row.at("after").is_null()));
  BOOST_TEST(text_of(row, "hash").size() == 64u);
}

BOOST_AUTO_TEST_CASE(filters_and_pages) {
  virtual_node node;
  const auto first = node.make_link(), second = node.make_link();
  node.api(http_method::post, node.link_path(first, "/cancel"));
  node.advance(1h);
  node.api(http_method::post, node.link_path(second, "/cancel"));
  const auto paid = node.pay_link();
  node.run();
  const auto transactions = rows_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text()));
  const auto noted = node.api(http_method::patch,
                              "/v1.1/transactions/" + node.workspace.text() + "/" +
                                  text_of(transactions.at(0).as_object(), "transaction_id"),
                              R"({"note":"looked at"})");
  BOOST_TEST_REQUIRE(noted.status == 200u);
  BOOST_TEST(node.api(http_method::post, node.link_path(paid, "/callback/resend")).status == 200u);
  BOOST_TEST(node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text() + "/callbacks/resend?all=true")
                 .status == 200u);
  node.run();
  BOOST_TEST(logged_actions(node).ends_with("callback.resent transaction.annotated payment_link.cancelled "
                                            "payment_link.cancelled "));
  BOOST_TEST(logged_actions(node, "?action=transaction.annotated") == "transaction.annotated ");
  BOOST_TEST(logged_actions(node, "?target=" + text_of(first, "id")) == "payment_link.cancelled ");
  BOOST_TEST(logged_actions(node, "?target=" + text_of(paid, "id")) == "callback.resent ");
  BOOST_TEST(logged_actions(node, "?actor=usr_01kkq9x0c3e8f5g6h7j8k9m0n1") == "");
  BOOST_TEST(logged_actions(node, "?to=2026-03-15T03:00:00Z") == "payment_link.cancelled ");
  BOOST_TEST(logged_actions(node, "?from=2026-03-15T03:00:00Z&action=payment_link.cancelled") ==
             "payment_link.cancelled ");
  const auto page = node.api(http_method::get, log_path(node, "?limit=1&order=asc"));
  const auto meta = json::parse(page.body).at("meta").as_object();
  BOOST_TEST(meta.at("has_more").as_bool());
  const auto next =
      rows_of(node.api(http_method::get, log_path(node, "?limit=1&order=asc&cursor=" + text_of(meta, "next_cursor"))));
  BOOST_TEST_REQUIRE(next.size() == 1u);
  BOOST_TEST(text_of(next.at(0).as_object(), "target") == text_of(second, "id"));
  for (const auto* query : {"?from=yesterday", "?actor=", "?who=me", "?limit=0"})
    BOOST_TEST(node.api(http_method::get, log_path(node, query)).status == 422u, query);
}

BOOST_AUTO_TEST_CASE(an_owner_or_admin_reads_it_and_a_token_of_theirs) {
  virtual_node node;
  person one{node};
  one.enter(log_reader);
  const std::pair<const char*, unsigned> roles[] = {{"viewer", 403}, {"member", 403}, {"admin", 200}, {"owner", 200}};
  BOOST_TEST(one.call(http_method::get, log_path(node)).status == 403u);
  for (const auto& [role, status] : roles) {
    one.take_role(log_reader, role);
    BOOST_TEST(one.call(http_method::get, log_path(node)).status == status, role);
  }
  BOOST_TEST(node.api(http_method::get, log_path(node)).status == 200u);
  test::run_sql("sqlite://" + node.database_file(), "UPDATE memberships SET role = 'member'");
  BOOST_TEST(node.api(http_method::get, log_path(node)).status == 403u);
  test::run_sql("sqlite://" + node.database_file(),
                "UPDATE memberships SET role = 'owner'; UPDATE api_token_permissions SET permission_set = 1024");
  BOOST_TEST(node.api(http_method::get, log_path(node)).status == 403u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
