// A link expires at its second, whatever happens to the process, the machine and its clock.
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

json::object link_for(virtual_node& node, std::chrono::milliseconds lifetime) {
  return node.make_link("150000", R"(,"expires_at":")" + format_rfc3339(node.clock.now() + lifetime) + "\"");
}

std::string shown_status_of(virtual_node& node, const json::object& link) {
  return text_of(node.get_link(link), "status");
}

/// What the row says, whatever the time is.
link_status status_in_store(virtual_node& node, const json::object& link) {
  return node.rows().ask(find_link{node.workspace, *payment_link_id::parse(text_of(link, "id"))})->status;
}

std::string page_status(virtual_node& node, const json::object& link) {
  const auto page = node.call(http_method::get, "/l/" + text_of(link, "public_id") + "?lang=en");
  const auto at = page.body.find("data-status=\"") + 13;
  return page.body.substr(at, page.body.find('"', at) - at);
}

std::string classification_of(virtual_node& node, const json::object& link) {
  const auto rows = rows_of(node.api(http_method::get, node.link_path(link, "/payments")));
  return rows.empty() ? "none" : text_of(rows.front().as_object(), "classification");
}

} // namespace

BOOST_AUTO_TEST_SUITE(expiry)

BOOST_AUTO_TEST_CASE(links_that_fell_due_while_nothing_ran_expire_at_the_start) {
  virtual_node node;
  const auto due = link_for(node, 1h), open = link_for(node, 3h);
  const auto expires_at = text_of(due, "expires_at");
  node.crash_and_restart([&] { node.clock.elapsed += 2h; });
  BOOST_TEST((status_in_store(node, due) == link_status::expired));
  BOOST_TEST(text_of(node.get_link(due), "closed_at") == expires_at);
  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST(node.published.front().first == text_of(due, "public_id"));
  BOOST_TEST(shown_status_of(node, open) == "pending");
  node.feed(node.entry("FT1", 150'000, text_of(due, "reference")));
  BOOST_TEST(classification_of(node, due) == "late");
}

BOOST_AUTO_TEST_CASE(a_machine_that_slept_shows_the_truth_at_once_and_writes_it_down_when_the_clock_is_believed) {
  virtual_node node;
  const auto link = link_for(node, 1h);
  node.advance(2s);
  node.clock.moved = 2h; // the wall clock went on, the uptime stood still
  BOOST_TEST(page_status(node, link) == "expired");
  BOOST_TEST(shown_status_of(node, link) == "expired");
  node.advance(4s);
  BOOST_TEST((status_in_store(node, link) == link_status::expired));
  BOOST_TEST(text_of(node.get_link(link), "closed_at") == text_of(link, "expires_at"));
  BOOST_TEST(node.published.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_clock_that_was_set_wrong_for_a_moment_expires_nothing) {
  virtual_node node;
  const auto link = link_for(node, 1h);
  node.advance(2s);
  node.clock.moved = 2h;
  node.advance(900ms);
  node.clock.moved = 0h;
  node.advance(10s);
  BOOST_TEST(shown_status_of(node, link) == "pending");
  BOOST_TEST(page_status(node, link) == "pending");
  BOOST_TEST(node.published.empty());
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(shown_status_of(node, link) == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_clock_set_back_lets_a_link_live_until_its_time_comes_again) {
  virtual_node node;
  const auto link = link_for(node, 1h);
  node.advance(2s);
  node.clock.moved = -30min;
  node.advance(70min);
  BOOST_TEST(shown_status_of(node, link) == "pending");
  node.advance(20min);
  BOOST_TEST((status_in_store(node, link) == link_status::expired));
}

BOOST_AUTO_TEST_CASE(a_link_fails_through_its_mailbox_and_its_page_says_so) {
  virtual_node node;
  const auto link = node.make_link("150000", R"(,"redirect_url":"https://shop.test/thanks?order=7")");
  const auto id = *payment_link_id::parse(text_of(link, "id"));
  const auto failed =
      node.close({node.workspace, id, link_trigger::account_removed}, *reference::parse(text_of(link, "reference")));
  BOOST_REQUIRE(failed.has_value());
  BOOST_TEST(shown_status_of(node, link) == "failed");
  BOOST_TEST(text_of(node.get_link(link), "failure_reason") == "bank_account_removed");
  BOOST_TEST(page_status(node, link) == "failed");
  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST((node.published.front().second == link_status::failed));
  const auto leave = node.call(http_method::get, "/l/" + text_of(link, "public_id") + "?return");
  BOOST_TEST(leave.status == 303u);
  const auto location =
      std::ranges::find(leave.headers, std::string{"Location"}, &std::pair<std::string, std::string>::first);
  BOOST_TEST(location->second ==
             "https://shop.test/thanks?order=7&status=failed&link_id=" + text_of(link, "public_id"));
  // It stays closed, raises no event, and a credit that comes all the same is late.
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(classification_of(node, link) == "late");
  BOOST_TEST(shown_status_of(node, link) == "failed");
  BOOST_TEST(node.world.requests.empty());
  BOOST_TEST(node.api(http_method::post, node.link_path(link, "/cancel")).status == 409u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
