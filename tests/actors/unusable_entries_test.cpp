#include "logging/log.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/captured_stderr.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

json::array answers(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
  return rows_of(response);
}

json::object only_answer(const http_response& response) { return answers(response).at(0).as_object(); }

http_response tell(virtual_node& node, const std::string& feed, const std::string& body) {
  return node.call(http_method::post, "/v1.1/bank-feed/" + feed, body, node.bank_headers(body));
}

std::string ask(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

/// A second Workspace that keeps an account of the same number at another bank, of which the switch tells.
workspace_id open_namesake(virtual_node& node) {
  const auto second = node.open_shop("5550001111");
  const auto connected = node.apply({connect_account{{.id = bank_account_id::make(node.clock.now(), node.random),
                                                      .workspace = second.workspace,
                                                      .owner = {},
                                                      .feed = "NAPAS",
                                                      .bank = "VCB",
                                                      .bin = "970436",
                                                      .number = "0123456789",
                                                      .holder_name = "TRAN THI B",
                                                      .state = account_state::connected}}});
  BOOST_REQUIRE(connected.at(0).has_value());
  return second.workspace;
}

} // namespace

BOOST_AUTO_TEST_SUITE(unusable_entries)

BOOST_AUTO_TEST_CASE(an_entry_of_the_switch_without_a_bin_is_kept_and_never_becomes_anothers_money) {
  virtual_node node;
  const auto stranger = open_namesake(node);
  const auto link = node.make_link("150000");
  for (const std::string more : {"", R"(,"bin":null)"}) {
    BOOST_TEST_CONTEXT("bin: " << more) {
      const auto entry = node.entry("SW" + more.substr(0, more.find('"')), 150'000, text_of(link, "reference"), more);
      const auto reported = only_answer(tell(node, "NAPAS", entry));
      BOOST_TEST(text_of(reported, "result") == "invalid");
      BOOST_TEST(text_of(reported, "reason") == "bin is missing");
    }
  }
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM transactions") == "0");
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM usage") == "0");
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM kept_entries WHERE feed = 'NAPAS' AND reason = 'invalid' AND detail = "
                       "'bin is missing' AND raw LIKE '%150000%'") == "2");
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  // With it, each bank's account gets its own.
  const auto mine = node.entry("SW3", 150'000, text_of(link, "reference"), R"(,"bin":"970422")");
  BOOST_TEST(text_of(only_answer(tell(node, "NAPAS", mine)), "result") == "recorded");
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  const auto theirs = node.entry("SW4", 150'000, "no reference", R"(,"bin":"970436")");
  BOOST_TEST(text_of(only_answer(tell(node, "NAPAS", theirs)), "result") == "recorded");
  BOOST_TEST(ask(node, "SELECT workspace_id FROM transactions WHERE source_id = 'SW4'") == stranger.text());
}

BOOST_AUTO_TEST_CASE(a_bank_need_not_say_its_own_bin) {
  virtual_node node;
  open_namesake(node);
  BOOST_TEST(text_of(only_answer(node.feed(node.entry("FT1", 150'000, "hello"))), "result") == "recorded");
  BOOST_TEST(ask(node, "SELECT workspace_id FROM transactions") == node.workspace.text());
}

BOOST_AUTO_TEST_CASE(an_entry_whose_reference_never_ends_is_kept_and_blocks_no_other) {
  virtual_node node;
  const auto link = node.make_link("150000");
  const auto body = R"({"entries":[)" + node.entry(std::string(200'000, 'R'), 5'000, "hello") + "," +
                    node.entry("GOOD", 150'000, text_of(link, "reference")) + "]}";
  for (int time = 0; time < 2; ++time) {
    const auto reported = answers(node.feed(body));
    BOOST_TEST(text_of(reported.at(0).as_object(), "result") == "invalid");
    BOOST_TEST(text_of(reported.at(1).as_object(), "result") == (time == 0 ? "recorded" : "duplicate"));
  }
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM kept_entries WHERE length(raw) > 200000") == "1");
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_body_with_none_of_the_forms_is_refused_and_stores_nothing) {
  virtual_node node;
  for (const auto* body : {"{}", R"({"foo":1})", R"({"entries":"x"})", R"({"connection_state":3})", "[]", "7", "{"}) {
    const auto reported = node.feed(body);
    BOOST_TEST(reported.status == 400u, body);
    BOOST_TEST(reported.body.find("MALFORMED_REQUEST") != std::string::npos, reported.body);
  }
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM kept_entries") == "0");
  // One member of an entry is enough to keep it.
  BOOST_TEST(text_of(only_answer(node.feed(R"({"foo":1,"amount":5000})")), "result") == "invalid");
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM kept_entries") == "1");
}

BOOST_AUTO_TEST_CASE(the_log_says_which_state_a_connection_has) {
  virtual_node node;
  log::flush();
  test::captured_stderr captured;
  node.feed(R"({"connection_state":"lapsed\n\u0007, )" + std::string(40, 'x') + R"(","account_number":"0123456789"})");
  log::flush();
  captured.release();
  int reported = 0;
  for (const auto& line : captured.read_lines()) {
    const auto event = json::parse(line).as_object();
    if (text_of(event, "event") != "feed.connection_state") continue;
    BOOST_TEST(text_of(event, "account_last4") == "6789");
    BOOST_TEST(text_of(event, "state") == "lapsed, " + std::string(24, 'x'));
    ++reported;
  }
  BOOST_TEST(reported == 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
