// A Workspace over the API: its record, its suspension, and what is held meanwhile.
#include "tests/actors/virtual_node.hpp"

#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string path_of(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/workspaces/" + node.workspace.text() + rest;
}

json::object workspace_of(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
  return data_of(response).as_object();
}

json::object suspend_shop(virtual_node& node) {
  return workspace_of(node.api(http_method::post, path_of(node, "/suspend")));
}
json::object reactivate_shop(virtual_node& node) {
  return workspace_of(node.api(http_method::post, path_of(node, "/reactivate")));
}
std::string status_of(virtual_node& node) {
  return text_of(workspace_of(node.api(http_method::get, path_of(node))), "status");
}

std::string ask_rows(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

/// How many entries are held / were processed / are transactions.
std::string entries_of(const virtual_node& node) {
  return ask_rows(node,
                  "SELECT (SELECT COUNT(*) FROM kept_entries WHERE reason = 'held' AND processed_at IS NULL) || '/' || "
                  "(SELECT COUNT(*) FROM kept_entries WHERE reason = 'held' AND processed_at IS NOT NULL) || '/' || "
                  "(SELECT COUNT(*) FROM transactions)");
}

/// More entries than a portion has, all of them held.
void hold_many(virtual_node& node, int count) {
  for (int number = 0; number < count; ++number) {
    const auto answer = rows_of(node.feed(node.entry("H" + std::to_string(number), 5'000, "cash")));
    BOOST_TEST_REQUIRE(text_of(answer.at(0).as_object(), "result") == "held");
  }
}

/// Begins to reactivate, and stops when the first portion is stored.
std::shared_ptr<std::optional<http_response>> begin_to_reactivate(virtual_node& node) {
  const auto answer =
      node.begin_call(http_method::post, path_of(node, "/reactivate"), {}, {{"authorization", "Bearer " + node.token}});
  for (int steps = 0; steps < 1'000 && ask_rows(node, "SELECT COUNT(*) FROM transactions") == "0"; ++steps)
    node.run_steps(1);
  BOOST_TEST_REQUIRE(!answer->has_value());
  return answer;
}

} // namespace

BOOST_AUTO_TEST_SUITE(workspaces)

BOOST_AUTO_TEST_CASE(its_record_has_every_member) {
  virtual_node node;
  const auto record = workspace_of(node.api(http_method::get, path_of(node)));
  BOOST_TEST(text_of(record, "id") == node.workspace.text());
  BOOST_TEST(text_of(record, "status") == "active");
  BOOST_TEST(text_of(record, "role") == "owner");
  json::object mails{{"delivery_failed", true},
                     {"delivery_recovered", true},
                     {"webhook_disabled", true},
                     {"quota_80", true},
                     {"quota_100", true}};
  BOOST_TEST((record.at("notifications") == mails));
  test::run_sql("sqlite://" + node.database_file(),
                "UPDATE workspaces SET notices_off = 2; UPDATE memberships SET role = 'viewer'");
  const auto changed = workspace_of(node.api(http_method::get, path_of(node)));
  mails["delivery_recovered"] = false;
  BOOST_TEST((changed.at("notifications") == mails));
  BOOST_TEST(text_of(changed, "role") == "viewer");
  for (const auto* call : {"/suspend", "/reactivate"})
    BOOST_TEST(node.api(http_method::post, path_of(node, call)).status == 403u);
  BOOST_TEST(node.api(http_method::post, path_of(node, "/suspend"), R"({"why":"late"})").status == 403u);
}

BOOST_AUTO_TEST_CASE(each_call_may_be_repeated_and_has_no_members) {
  virtual_node node;
  for (int again = 0; again < 2; ++again) BOOST_TEST(text_of(suspend_shop(node), "status") == "suspended");
  BOOST_TEST(status_of(node) == "suspended");
  BOOST_TEST(code_of(node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text(),
                              R"({"bank_account_id":")" + node.account.text() +
                                  R"(","callback_url":"https://shop.test/cb","expires_at":"2026-03-15T05:30:00Z"})")) ==
             "WORKSPACE_SUSPENDED");
  for (int again = 0; again < 2; ++again) BOOST_TEST(text_of(reactivate_shop(node), "status") == "active");
  BOOST_TEST(status_of(node) == "active");
  for (const auto* call : {"/suspend", "/reactivate"})
    BOOST_TEST(node.api(http_method::post, path_of(node, call), R"({"why":"late"})").status == 422u);
}

BOOST_AUTO_TEST_CASE(a_held_credit_completes_its_link_when_the_workspace_is_reactivated) {
  virtual_node node;
  const auto link = node.make_link("150000"),
             late = node.make_link("150000", R"(,"expires_at":"2026-03-15T02:40:00Z")");
  suspend_shop(node);
  for (const auto& one : {link, late})
    BOOST_TEST(text_of(rows_of(node.feed(node.entry("FT-" + text_of(one, "id"), 150'000, text_of(one, "reference"))))
                           .at(0)
                           .as_object(),
                       "result") == "held");
  node.advance(1h);
  node.published.clear();
  BOOST_TEST((node.world.requests.empty() && text_of(node.get_link(link), "status") == "pending"));

  reactivate_shop(node);
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  BOOST_TEST(text_of(node.get_link(late), "status") == "expired");
  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST((node.published[0] == std::pair{text_of(link, "public_id"), link_status::succeeded}));
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  node.run();
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
  const auto payments = rows_of(node.api(http_method::get, node.link_path(late, "/payments")));
  BOOST_TEST_REQUIRE(payments.size() == 1u);
  BOOST_TEST(text_of(payments.at(0).as_object(), "classification") == "late");
  // The payment's time is the bank's; ours is that of the reactivation.
  BOOST_TEST(text_of(payments.at(0).as_object(), "recorded_at").starts_with("2026-03-15T03:30:"));
}

BOOST_AUTO_TEST_CASE(many_entries_are_taken_up_in_portions) {
  virtual_node node;
  suspend_shop(node);
  hold_many(node, 120);
  BOOST_TEST(text_of(reactivate_shop(node), "status") == "active");
  BOOST_TEST(entries_of(node) == "0/120/120");
  BOOST_TEST(ask_rows(node,
                      "SELECT COUNT(*) FROM transactions t WHERE source_id <> 'H' || (t.row - (SELECT MIN(row) FROM "
                      "transactions))") == "0");
}

BOOST_AUTO_TEST_CASE(an_entry_that_comes_meanwhile_is_held_behind_the_others) {
  virtual_node node;
  suspend_shop(node);
  hold_many(node, 60);
  const auto answer = begin_to_reactivate(node);
  const auto reported = rows_of(node.feed(node.entry("LAST", 5'000, "cash"))).at(0).as_object();
  node.run();
  BOOST_TEST_REQUIRE(answer->has_value());
  BOOST_TEST(text_of(workspace_of(**answer), "status") == "active");
  const auto result = text_of(reported, "result");
  BOOST_TEST((result == "held" || result == "recorded"), result);
  BOOST_TEST(ask_rows(node, "SELECT source_id FROM transactions ORDER BY row DESC LIMIT 1") == "LAST");
  BOOST_TEST(ask_rows(node, "SELECT COUNT(*) FROM transactions") == "61");
}

BOOST_AUTO_TEST_CASE(one_call_reactivates_at_a_time) {
  virtual_node node;
  suspend_shop(node);
  hold_many(node, 60);
  const auto answer = begin_to_reactivate(node);
  const auto second = node.api(http_method::post, path_of(node, "/reactivate"));
  BOOST_TEST(second.status == 429u);
  BOOST_TEST(second.body.find("already being reactivated") != std::string::npos);
  BOOST_TEST_REQUIRE(answer->has_value());
  BOOST_TEST((*answer)->status == 200u);
  BOOST_TEST(entries_of(node) == "0/60/60");
}

BOOST_AUTO_TEST_CASE(who_suspends_it_again_meanwhile_has_the_last_word) {
  virtual_node node;
  suspend_shop(node);
  hold_many(node, 120);
  const auto answer = begin_to_reactivate(node);
  BOOST_TEST(text_of(suspend_shop(node), "status") == "suspended");
  node.run();
  BOOST_TEST_REQUIRE(answer->has_value());
  BOOST_TEST((*answer)->status == 409u);
  BOOST_TEST(code_of(**answer) == "CONFLICT");
  BOOST_TEST(status_of(node) == "suspended");
  BOOST_TEST(entries_of(node).starts_with("0/") == false);
  BOOST_TEST(text_of(reactivate_shop(node), "status") == "active");
  BOOST_TEST(entries_of(node) == "0/120/120");
}

BOOST_AUTO_TEST_CASE(after_a_crash_the_same_call_goes_on) {
  virtual_node node;
  suspend_shop(node);
  hold_many(node, 120);
  begin_to_reactivate(node);
  node.crash_and_restart();
  BOOST_TEST(status_of(node) == "suspended");
  BOOST_TEST(text_of(reactivate_shop(node), "status") == "active");
  BOOST_TEST(entries_of(node) == "0/120/120");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
