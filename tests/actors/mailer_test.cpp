#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

void add_member(virtual_node& node, const std::string& name, const std::string& role) {
  const auto user = user_id::make(node.clock.now(), node.random);
  const auto membership = membership_id::make(node.clock.now(), node.random);
  const auto sql = "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) VALUES ('" +
                   user.text() + "', '" + name + "@shop.test', '" + name +
                   "', 'none', 'Free', 'vi', 'active', 0); INSERT INTO memberships (id, workspace_id, user_id, role, "
                   "status, created_at) VALUES ('" +
                   membership.text() + "', '" + node.workspace.text() + "', '" + user.text() + "', '" + role +
                   "', 'active', 0)";
  test::run_sql("sqlite://" + node.database_file(), sql);
}

/// To whom mails went, in order, since the last call.
std::vector<std::string> addressed(virtual_node& node) {
  std::vector<std::string> all;
  for (const auto& one : std::exchange(node.mail.sent, {})) all.push_back(one.to.address);
  return all;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

using texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(mails)

BOOST_AUTO_TEST_CASE(a_failed_callback_and_its_recovery_are_mailed_within_moments) {
  virtual_node node;
  node.world.answer_all(404);
  const auto link = node.pay_link();
  node.advance(15s);
  BOOST_REQUIRE(node.mail.sent.size() == 1u);
  const auto first = node.mail.sent[0];
  BOOST_TEST(first.to.address == "owner@shop.test");
  BOOST_TEST(first.subject == "[Shop] Không gửi được 1 callback đến shop.test");
  BOOST_TEST(holds(first.text, "https://shop.test/cb"));
  BOOST_TEST(holds(first.text, "mã HTTP 404 [http_4xx]"));
  BOOST_TEST(holds(first.text, "09:30 15/03/2026"));
  // What the mail leads to is there.
  const auto of = " --workspace " + node.workspace.text();
  BOOST_TEST(holds(first.text, "payment-links callback " + std::string{link.at("id").as_string()} + of + "\n"));
  BOOST_TEST(node.api(http_method::get, node.link_path(link, "/callback")).status == 200);
  const auto list = "/v1.1/payment-links/" + node.workspace.text();
  BOOST_TEST(holds(first.text, "payment-links list" + of + " --callback-status failed\n"));
  BOOST_TEST(holds(first.text, "payment-links resend-all" + of + " --callback-status failed\n"));
  BOOST_TEST(node.api(http_method::post, list + "/callbacks/resend?callback_status=failed&dry_run=true").status == 200);

  node.pay_link();
  node.advance(59min);
  BOOST_TEST(node.mail.sent.size() == 1u);
  node.advance(75s);
  BOOST_REQUIRE(node.mail.sent.size() == 2u);
  BOOST_TEST(node.mail.sent[1].id != first.id);
  node.world.answer_all(200);
  node.pay_link();
  node.advance(15s);
  BOOST_REQUIRE(node.mail.sent.size() == 3u);
  BOOST_TEST(node.mail.sent[2].subject == "[Shop] shop.test đã nhận được callback trở lại");
  node.pay_link();
  node.doze(24h);
  BOOST_TEST(node.mail.sent.size() == 3u);
}

BOOST_AUTO_TEST_CASE(ten_attempts_that_fail_are_one_failure) {
  virtual_node node;
  node.world.answer_all(503);
  node.pay_link();
  node.advance(36min);
  BOOST_TEST(node.world.requests.size() == 9u);
  BOOST_TEST(node.mail.sent.empty());
  node.advance(1min);
  BOOST_TEST(node.world.requests.size() == 10u);
  BOOST_TEST(node.mail.sent.size() == 1u);
}

BOOST_AUTO_TEST_CASE(who_is_refused_or_delayed_costs_the_others_nothing) {
  virtual_node node;
  add_member(node, "refused", "admin");
  add_member(node, "delayed", "admin");
  add_member(node, "member", "member");
  add_member(node, "viewer", "viewer");
  node.mail.outcomes = {{"refused@shop.test", mail_outcome::kind::refused},
                        {"delayed@shop.test", mail_outcome::kind::delayed}};
  node.world.answer_all(404);
  node.pay_link();
  node.advance(15s);
  BOOST_TEST(addressed(node) == texts{"owner@shop.test"}, boost::test_tools::per_element());
  BOOST_TEST(node.mail.tries == 3);
  node.advance(75s); // only who was delayed is tried again, after a minute
  BOOST_TEST(node.mail.tries == 4);
  node.mail.outcomes.clear();
  node.advance(3min);
  BOOST_TEST(addressed(node) == texts{"delayed@shop.test"}, boost::test_tools::per_element());
  node.advance(30min);
  BOOST_TEST(node.mail.tries == 5);
}

BOOST_AUTO_TEST_CASE(a_mail_server_that_stays_away_is_given_up_after_a_day) {
  virtual_node node;
  node.mail.outcomes = {{"owner@shop.test", mail_outcome::kind::delayed}};
  node.world.answer_all(404);
  node.pay_link();
  node.doze(23h);
  const auto tries = node.mail.tries;
  BOOST_TEST(tries == 28); // the 29th and last is a minute later
  node.doze(5h);
  BOOST_TEST(node.mail.tries == 29);
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(), "SELECT COUNT(*) FROM notices") == "0");
}

BOOST_AUTO_TEST_CASE(a_notice_outlives_a_crash) {
  virtual_node node;
  node.world.answer_all(404);
  node.pay_link();
  BOOST_TEST(node.mail.sent.empty());
  node.crash_and_restart();
  BOOST_TEST(addressed(node) == texts{"owner@shop.test"}, boost::test_tools::per_element());
  node.crash_and_restart();
  node.doze(1h);
  BOOST_TEST(addressed(node).empty());
}

BOOST_AUTO_TEST_CASE(a_mail_that_is_sent_again_has_the_id_of_the_first) {
  virtual_node node;
  add_member(node, "slow", "admin");
  node.mail.outcomes = {{"slow@shop.test", mail_outcome::kind::delayed}};
  node.world.answer_all(404);
  node.pay_link();
  node.advance(15s);
  BOOST_REQUIRE(node.mail.sent.size() == 1u);
  // As if the node had crashed before it could store whom it had reached.
  test::run_sql("sqlite://" + node.database_file(), "DELETE FROM notified_users");
  node.mail.outcomes.clear();
  node.advance(2min);
  BOOST_REQUIRE(node.mail.sent.size() == 3u);
  BOOST_TEST(node.mail.sent[0].id == node.mail.sent[1].id);
  BOOST_TEST(node.mail.sent[1].id != node.mail.sent[2].id);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
