// The console's addresses, through the front door.
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(console)

BOOST_AUTO_TEST_CASE(a_browser_that_knows_only_the_host_is_sent_to_the_console) {
  virtual_node node;
  for (const auto* path : {"/", "/console"}) {
    const auto sent = node.call(http_method::get, path);
    BOOST_TEST((sent.status == 303u && header_of(sent, "Location") == "/console/"), path);
    BOOST_TEST(node.call(http_method::post, path, "{}").status == 405u, path);
  }
}

BOOST_AUTO_TEST_CASE(every_address_of_the_console_is_the_one_document) {
  virtual_node node;
  const auto first = node.call(http_method::get, "/console/signin");
  for (const auto* path : {"/console/w/ws_1/links/pl_1", "/console/nothing", "/console/signin/"}) {
    const auto page = node.call(http_method::get, path);
    BOOST_TEST(page.status == first.status, path);
    BOOST_TEST(page.content_type == "text/html; charset=utf-8", path);
    BOOST_TEST((!page.body.empty() && page.body == first.body), path);
    BOOST_TEST(node.call(http_method::head, path).status == first.status, path);
    BOOST_TEST(node.call(http_method::post, path, "{}").status == 405u, path);
  }
  BOOST_TEST(node.call(http_method::get, "/console/assets/console-00000000.js").status == 404u);
  BOOST_TEST(node.call(http_method::get, "/consoles").status == 404u);
}

BOOST_AUTO_TEST_CASE(the_console_is_told_what_the_installation_offers) {
  for (const bool is_open : {true, false}) {
    virtual_node node{{.sign_up_is_open = is_open}};
    const auto reported = node.call(http_method::get, "/console/config.json");
    BOOST_TEST(reported.status == 200u);
    BOOST_TEST(reported.content_type == "application/json");
    BOOST_TEST(header_of(reported, "Cache-Control") == "no-cache");
    const json::value expected{{"brand", "paylink"}, {"sandbox", false},          {"sign_up", is_open},
                               {"mail", true},       {"bank_simulator", nullptr}, {"version", "1.2.3"}};
    BOOST_TEST(json::parse(reported.body) == expected);
    BOOST_TEST(header_of(node.call(http_method::post, "/console/config.json", "{}"), "Allow") == "GET, HEAD");
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
