#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

bool shows(virtual_node& node, const std::string& target, const std::string& text, const std::string& accepted = "vi") {
  const auto page = node.call(http_method::get, target, {}, {{"accept-language", accepted}});
  BOOST_TEST(page.status == 200u);
  return page.body.find(text) != std::string::npos;
}

std::string page_of(const boost::json::object& link) { return "/l/" + text_of(link, "public_id"); }

} // namespace

BOOST_AUTO_TEST_SUITE(pages_of_this_moment)

BOOST_AUTO_TEST_CASE(a_page_is_rendered_once_in_a_moment) {
  virtual_node node;
  const auto target = page_of(node.make_link());
  BOOST_TEST(!shows(node, target, "Written behind its back"));
  test::run_sql("sqlite://" + node.database_file(), "UPDATE payment_links SET description = 'Written behind its back'");
  node.advance(page_cache::lifetime - 1ms);
  BOOST_TEST(!shows(node, target, "Written behind its back"));
  BOOST_TEST(shows(node, target + "?lang=vi", "Written behind its back"));
  node.advance(1ms);
  BOOST_TEST(shows(node, target, "Written behind its back"));
}

BOOST_AUTO_TEST_CASE(each_language_has_its_own) {
  virtual_node node;
  const auto target = page_of(node.make_link());
  BOOST_TEST(shows(node, target, "lang=\"vi\"", "vi"));
  BOOST_TEST(shows(node, target, "lang=\"en\"", "en"));
  BOOST_TEST(shows(node, target, "lang=\"vi\"", "vi"));
}

BOOST_AUTO_TEST_CASE(a_change_shows_at_once) {
  virtual_node node;
  const auto paid = node.make_link(), cancelled = node.make_link(), expired = node.make_link();
  for (const auto& link : {paid, cancelled, expired}) BOOST_TEST(shows(node, page_of(link), "data-status=\"pending\""));
  BOOST_TEST(node.feed(node.entry("1", 150'000, text_of(paid, "reference"))).status == 200u);
  BOOST_TEST(shows(node, page_of(paid), "data-status=\"succeeded\""));
  BOOST_TEST(node.api(http_method::post, node.link_path(cancelled, "/cancel"), "{}").status == 200u);
  BOOST_TEST(shows(node, page_of(cancelled), "data-status=\"cancelled\""));
  BOOST_TEST(shows(node, page_of(expired), "data-status=\"pending\""));
}

BOOST_AUTO_TEST_CASE(no_kept_page_shows_an_account_past_the_expiry) {
  virtual_node node;
  const auto expires_at = node.clock.now() + page_cache::lifetime / 2;
  const auto target = page_of(node.make_link("150000", R"(,"expires_at":")" + format_rfc3339(expires_at) + "\""));
  BOOST_TEST(shows(node, target, "0123456789"));
  // The clock alone: the sweep that closes the link has not been there.
  node.clock.moved = page_cache::lifetime / 2;
  BOOST_TEST(!shows(node, target, "0123456789"));
  BOOST_TEST(shows(node, target, "data-status=\"expired\""));
}

BOOST_AUTO_TEST_CASE(a_page_that_was_read_before_a_change_is_not_kept) {
  page_cache pages;
  http_response pending;
  pending.body = "pending";
  const timestamp now{};
  http_request request;
  request.segments = {"l", "AAAAAAAAAAAAAAAAAAAAAA"};
  const auto edition = pages.edition_of(request.segments[1]);
  pages.keep(request, edition, pending, now);
  BOOST_TEST(pages.find(request, now).value().body == "pending");
  pages.forget(request.segments[1]);
  BOOST_TEST(!pages.find(request, now).has_value());
  pages.keep(request, edition, pending, now);
  BOOST_TEST(!pages.find(request, now).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
