// The stream of hints, from a write to the event, on virtual time.
#include "tests/actors/person.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace paylink::test {

namespace {

/// A node, and its Owner's browser, which looks at the Workspace.
struct watched_node {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  http_response stream = open(owner);

  http_response open(signed_in_person& who) { return open(who, node.workspace); }
  http_response open(signed_in_person& who, const workspace_id& in) { return who.get("/v1.1/changes/" + in.text()); }

  /// What the Workspace's streams have got since the last call.
  std::vector<std::string> reported() { return reported(node.workspace); }
  std::vector<std::string> reported(const workspace_id& in) {
    std::vector<std::string> texts;
    std::erase_if(node.events, [&](const auto& event) {
      if (event.first != change_topic(in)) return false;
      texts.push_back(event.second.substr(6, event.second.size() - 8));
      return true;
    });
    std::ranges::sort(texts);
    return texts;
  }
  /// Whether the stream has been told to end.
  bool has_ended(const http_response& of) const {
    const auto& watcher = *static_cast<const change_watcher*>(of.kept.get());
    return std::ranges::find(node.ended, change_topic(watcher)) != node.ended.end();
  }
  void run_sql(const std::string& sql) { test::run_sql("sqlite://" + node.database_file(), sql); }
};

std::string hint(const std::string& kind, const std::string& id) {
  return R"({"kind":")" + kind + R"(","id":)" + (id.empty() ? "null" : "\"" + id + "\"") + "}";
}

using texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(changes)

BOOST_AUTO_TEST_CASE(a_stream_begins_with_hello_and_is_told_what_to_look_at) {
  watched_node at;
  BOOST_TEST(at.stream.status == 200u);
  BOOST_TEST(at.stream.is_event_stream);
  BOOST_TEST(at.stream.content_type == "text/event-stream");
  BOOST_TEST(at.stream.body == "event: hello\ndata: {}\n\n");
  const auto link = at.node.make_link();
  BOOST_TEST(at.reported() == texts{hint("payment_link", text_of(link, "id"))}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_credit_hints_at_the_transaction_the_link_and_the_callback) {
  watched_node at;
  const auto link = at.node.make_link();
  at.node.advance(2s);
  at.reported();
  const auto paid = at.node.feed(at.node.entry("FT1", 150'000, text_of(link, "reference")));
  const auto transaction = text_of(rows_of(paid).at(0).as_object(), "transaction_id");
  at.node.advance(2s);
  const auto reported = at.reported();
  const auto has = [&](const std::string& one) { return std::ranges::find(reported, one) != reported.end(); };
  BOOST_TEST(has(hint("transaction", transaction)));
  BOOST_TEST(has(hint("payment_link", text_of(link, "id"))));
  BOOST_TEST(
      std::ranges::count_if(reported, [](const auto& one) { return one.starts_with(R"({"kind":"callback")"); }) >= 1);
}

BOOST_AUTO_TEST_CASE(a_hundred_changes_of_a_kind_are_a_hint_a_second) {
  watched_node at;
  at.node.make_link();
  at.reported();
  for (int made = 0; made < 100; ++made) {
    at.node.make_link();
    at.node.advance(30ms);
  }
  // Three seconds: the third hint follows the second by a second at least.
  BOOST_TEST(at.reported() == texts(2, hint("payment_link", "")), boost::test_tools::per_element());
  at.node.advance(2s);
  BOOST_TEST(at.reported() == texts(1, hint("payment_link", "")), boost::test_tools::per_element());
  at.node.advance(1h);
  BOOST_TEST(at.reported() == texts{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_workspaces_do_not_hear_of_each_other) {
  watched_node at;
  const auto other = at.node.open_shop("0999999999", "other@shop.test");
  signed_in_person stranger{at.node, "other@shop.test"};
  const auto theirs = at.open(stranger, other.workspace);
  BOOST_TEST(theirs.status == 200u);
  BOOST_TEST(at.open(stranger).status == 403u);
  at.node.make_link();
  at.node.advance(2s);
  BOOST_TEST(at.reported(other.workspace) == texts{}, boost::test_tools::per_element());
  BOOST_TEST(at.reported().size() == 1u);
  BOOST_TEST(stranger.patch("/v1.1/workspaces/" + other.workspace.text(), R"({"name":"Theirs"})").status == 200u);
  at.node.advance(2s);
  BOOST_TEST(at.reported() == texts{}, boost::test_tools::per_element());
  BOOST_TEST(at.reported(other.workspace) == texts{hint("workspace", other.workspace.text())},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nothing_is_told_while_nobody_looks) {
  watched_node at;
  at.stream = {};
  at.node.make_link();
  at.node.advance(10s);
  BOOST_TEST(at.node.events.empty());
  BOOST_TEST(!at.node.changes.is_watched());
}

BOOST_AUTO_TEST_CASE(what_people_do_is_hinted_at_by_its_kind) {
  watched_node at;
  const auto in = "/" + at.node.workspace.text();
  const auto expect = [&](const http_response& answer, const std::string& kind) {
    BOOST_TEST(answer.status < 300, answer.body);
    at.node.advance(2s);
    const auto reported = at.reported();
    BOOST_TEST_CONTEXT(kind)
    BOOST_TEST(
        std::ranges::any_of(reported, [&](const auto& one) { return one.starts_with(R"({"kind":")" + kind + '"'); }));
  };
  expect(at.owner.post("/v1.1/workspaces" + in + "/invitations", R"({"email":"an@shop.test","role":"viewer"})"),
         "invitation");
  const auto order = at.owner.post("/v1.1/orders" + in, R"({"order_id":"A1","bank_account_id":")" +
                                                            at.node.account.text() + R"(","amount":"50000"})");
  expect(order, "order");
  expect(at.owner.patch("/v1.1/workspaces" + in, R"({"description":"Shoes"})"), "workspace");
  expect(at.owner.post("/v1.1/workspaces" + in + "/suspend"), "workspace");
}

BOOST_AUTO_TEST_CASE(an_expired_link_is_hinted_at) {
  watched_node at;
  const auto expires_at = format_rfc3339(at.node.clock.now() + 15min);
  const auto link = at.node.make_link("150000", R"(,"expires_at":")" + expires_at + "\"");
  at.node.advance(2s);
  at.reported();
  at.node.advance(16min);
  BOOST_TEST(at.reported() == texts{hint("payment_link", text_of(link, "id"))}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(signing_out_ends_the_streams_of_that_session_at_once) {
  watched_node at;
  signed_in_person elsewhere{at.node, "owner@shop.test"};
  const auto stays = at.open(elsewhere);
  BOOST_TEST(at.owner.del("/v1.1/sessions/current").status == 204u);
  BOOST_TEST(at.has_ended(at.stream));
  BOOST_TEST(!at.has_ended(stays));
  BOOST_TEST(at.open(at.owner).status == 401u);
}

BOOST_AUTO_TEST_CASE(signing_in_again_ends_the_streams_of_the_session_before) {
  watched_node at;
  person one{at.node};
  one.enter("an@shop.test");
  one.take_role("an@shop.test", "admin");
  const auto theirs = one.call(http_method::get, "/v1.1/changes/" + at.node.workspace.text());
  BOOST_TEST_REQUIRE(theirs.status == 200u);
  BOOST_TEST(one.sign_in("an@shop.test").status == 201u);
  BOOST_TEST(at.has_ended(theirs));
  BOOST_TEST(!at.has_ended(at.stream));
}

BOOST_AUTO_TEST_CASE(a_stream_ends_with_the_role_and_not_with_another_one) {
  watched_node at;
  signed_in_person member{at.node, "an@shop.test"};
  at.run_sql("INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
             membership_id::make(at.node.clock.now(), at.node.random).text() + "', '" + at.node.workspace.text() +
             "', '" + member.id.text() + "', 'admin', 'active', 0)");
  const auto theirs = at.open(member);
  BOOST_TEST(theirs.status == 200u);
  const auto path = "/v1.1/workspaces/" + at.node.workspace.text() + "/members/" + member.id.text();
  BOOST_TEST(at.owner.patch(path, R"({"role":"viewer"})").status == 200u);
  at.node.advance(10s);
  BOOST_TEST(!at.has_ended(theirs));
  BOOST_TEST(at.owner.del(path).status == 204u);
  BOOST_TEST(at.has_ended(theirs));
  BOOST_TEST(!at.has_ended(at.stream));
}

BOOST_AUTO_TEST_CASE(a_stream_ends_with_the_workspace) {
  watched_node at;
  BOOST_TEST(at.owner.del("/v1.1/workspaces/" + at.node.workspace.text() + "?confirm=Shop").status < 300u);
  BOOST_TEST(at.has_ended(at.stream));
}

BOOST_AUTO_TEST_CASE(a_session_that_another_node_has_ended_is_noticed_within_seconds) {
  watched_node at;
  at.run_sql("DELETE FROM sessions");
  at.node.advance(1s);
  BOOST_TEST(!at.has_ended(at.stream));
  at.node.advance(5s);
  BOOST_TEST(at.has_ended(at.stream));
}

BOOST_AUTO_TEST_CASE(looking_on_is_no_use_of_the_session) {
  watched_node at;
  at.node.doze(2h + 1min);
  BOOST_TEST(at.has_ended(at.stream));
}

BOOST_AUTO_TEST_CASE(a_session_may_open_a_few_streams) {
  watched_node at;
  std::vector<http_response> open;
  for (auto next = at.open(at.owner); next.status == 200; next = at.open(at.owner)) open.push_back(std::move(next));
  BOOST_TEST(open.size() == 5u);
  const auto refused = at.open(at.owner);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(code_of(refused) == "RATE_LIMIT_ERROR");
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  open.pop_back();
  BOOST_TEST(at.open(at.owner).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_crowd_that_comes_and_goes_leaves_nothing_behind) {
  watched_node at;
  at.stream = {};
  for (int times = 0; times < 200; ++times) {
    BOOST_TEST(at.open(at.owner).status == 200u);
    at.node.advance(10ms);
  }
  at.node.advance(3s);
  BOOST_TEST(at.node.changes.watchers().empty());
  BOOST_TEST(at.node.events.empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
