#include "tests/support/until.hpp"
#include "tests/torture/torture.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::test {

using namespace std::chrono_literals;

namespace {

constexpr int credits = 120;
constexpr double every_answer = 1;

constexpr auto slow_machine = 3min;

std::string claims_of(const tortured_service& node) {
  return node.ask(
      "SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IN (SELECT incarnation FROM nodes WHERE name = '" +
      node.name() + "')");
}

} // namespace

BOOST_AUTO_TEST_SUITE(takeover)

BOOST_AUTO_TEST_CASE(what_a_killed_node_leaves_behind_another_one_sends) {
  tortured_service first{tortured_service::backend::postgresql};
  merchant shop{first.authority(), every_answer, 1};
  first.seed(credits, shop.url());
  first.start();
  tortured_service second{first};
  {
    persistent_bank bank{{.base_url = first.base_url(),
                          .feed_secret = first.store().feed_secret,
                          .account_number = first.store().account_number,
                          .amount = 250'000,
                          .credits_a_second = credits},
                         first.store().references};
    test::until([&] { return first.ask("SELECT COUNT(*) FROM deliveries") == std::to_string(credits); }, slow_machine);
    bank.finish();
    BOOST_TEST(bank.acknowledged().size() == static_cast<std::size_t>(credits));
  }
  second.start();
  // Both send now, what is due to whom comes first; then one of them is gone in the middle of it.
  test::until([&] { return claims_of(second) != "0"; }, slow_machine);
  BOOST_TEST(first.end(SIGKILL) == -SIGKILL);
  shop.lose(0);
  test::until([&] { return second.ask("SELECT COUNT(*) FROM deliveries WHERE state = 0") == "0"; }, slow_machine);
  BOOST_TEST(second.ask("SELECT COUNT(*) FROM deliveries WHERE state = 1") == std::to_string(credits));
  BOOST_TEST(check_log(shop).size() == static_cast<std::size_t>(credits));
  // Every number was used by one of them, once.
  BOOST_TEST(second.ask("SELECT COUNT(*) FROM deliveries d WHERE (SELECT COUNT(*) FROM attempts a WHERE "
                        "a.delivery_row = d.row) <> d.attempt") == "0");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
