#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::chrono_literals;

namespace paylink::testing {

BOOST_AUTO_TEST_SUITE(a_store_that_stands_still)

BOOST_AUTO_TEST_CASE(who_waits_for_a_store_that_stands_still_is_sent_away_after_ten_seconds) {
  virtual_node node;
  const auto body = R"({"entries":[)" + node.entry("FT1", 150'000, "hello") + "]}";
  BOOST_TEST(node.call(verb::get, "/readyz").status == 200u);
  node.store_stands_still = true;
  node.state->batch_begins(node.clock.uptime());
  const auto bank = node.begin_call(verb::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  node.advance(5s);
  BOOST_TEST(node.call(verb::get, "/readyz").status == 200u);
  node.advance(1ms);
  const auto unready = node.call(verb::get, "/readyz");
  BOOST_TEST(unready.status == 503u);
  BOOST_TEST(unready.body.find("store.stuck") != std::string::npos);
  node.advance(4s);
  BOOST_TEST(!bank->has_value());
  node.advance(2s);
  BOOST_REQUIRE(bank->has_value());
  BOOST_TEST((*bank)->status == 503u);

  // What comes again when it goes on is recorded once.
  node.store_stands_still = false;
  node.state->batch_ends(true);
  BOOST_TEST(node.call(verb::get, "/readyz").status == 200u);
  BOOST_TEST(node.feed(body).status == 200u);
}

BOOST_AUTO_TEST_CASE(who_waits_for_a_store_that_is_only_busy_is_kept) {
  virtual_node node;
  const auto body = R"({"entries":[)" + node.entry("FT1", 150'000, "hello") + "]}";
  node.store_stands_still = true; // one batch follows another, each in time
  const auto bank = node.begin_call(verb::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  node.advance(60s);
  BOOST_TEST(!bank->has_value());
}

BOOST_AUTO_TEST_CASE(a_node_whose_database_takes_nothing_is_not_ready) {
  virtual_node node;
  node.state->batch_ends(false);
  const auto unready = node.call(verb::get, "/readyz");
  BOOST_TEST(unready.status == 503u);
  BOOST_TEST(unready.body.find("store.unavailable") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::testing
