// URLs that the operator has chosen: not held against the address table, and never shared with those of merchants.
#include "tests/http/outbound/outbound_world.hpp"

using namespace paylink;
using namespace paylink::test;

namespace {

outbound_request to_operators(std::string url) {
  auto request = a_callback(std::move(url));
  request.is_operators = true;
  return request;
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_operators)

BOOST_AUTO_TEST_CASE(any_address_and_plain_http_are_taken_and_a_merchant_gains_nothing_by_it) {
  scripted_receiver receiver{always(http_answer(200, "ok"))};
  outbound_world world;
  BOOST_TEST(world.send(to_operators(receiver.url())).status_code == 200);
  // The connection is idle now: the same URL from a merchant does not get it.
  const attempt refused = world.send(receiver.url());
  BOOST_TEST(refused.failed_by == failure_class::blocked_destination);
  BOOST_TEST(world.send(to_operators(receiver.url())).status_code == 200);
  BOOST_TEST((receiver.requests().size() == 2u && receiver.connections() == 1));
}

BOOST_AUTO_TEST_CASE(a_name_that_leads_to_a_private_address_gives_a_merchant_no_used_connection) {
  const test_ca ca;
  scripted_receiver receiver{always(http_answer(200, "ok")), good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  const auto url = receiver.url();
  BOOST_TEST(world.send(to_operators(url)).status_code == 200);
  BOOST_TEST(world.send(url).failed_by == failure_class::blocked_destination);
  BOOST_TEST(receiver.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_redirect_is_not_followed) {
  scripted_receiver second{always(http_answer(200))};
  scripted_receiver first{always(http_answer(307, "", "Location: " + second.url("/x") + "\r\n"))};
  outbound_world world;
  world.allow(second);
  const attempt made = world.send(to_operators(first.url()));
  BOOST_TEST(made.failed_by == failure_class::redirect_rejected);
  BOOST_TEST((made.final && made.status_code == 307 && made.hops.empty() && second.requests().empty()));
}

BOOST_AUTO_TEST_CASE(the_record_shows_what_it_is_told_to_show) {
  scripted_receiver receiver{always(http_answer(500))};
  outbound_world world;
  auto request = to_operators(receiver.url("/bot7:secret/sendMessage"));
  request.shown_url = "https://api.telegram.org";
  const attempt made = world.send(request);
  BOOST_TEST(made.url == "https://api.telegram.org");
  BOOST_TEST(made.error.find("secret") == std::string::npos);
  BOOST_TEST(receiver.requests().at(0).target == "/bot7:secret/sendMessage");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_not_called) {
  outbound_world world;
  for (const char* url : {"ftp://127.0.0.1/", "http://", "http://127.0.0.1:0/", "http://a b/"})
    BOOST_TEST(world.send(to_operators(url)).failed_by == failure_class::blocked_destination, url);
}

BOOST_AUTO_TEST_SUITE_END()
