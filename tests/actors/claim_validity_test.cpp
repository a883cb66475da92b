#include "actors/delivery/claim_validity.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(claim_lives)

BOOST_AUTO_TEST_CASE(a_claim_ends_by_steady_time_whatever_becomes_of_the_clock) {
  virtual_clock clock;
  const claim_validity claim{clock, clock.now() + 45s, clock.uptime(), 45s};
  BOOST_TEST((claim.left(clock) == 45s));
  clock.moved = -1h; // set back: by the clock it would hold for an hour more
  BOOST_TEST((claim.left(clock) == 45s));
  clock.elapsed = 44s;
  BOOST_TEST((claim.left(clock) == 1s));
  clock.elapsed = 46s;
  BOOST_TEST((claim.left(clock) == -1s));
}

BOOST_AUTO_TEST_CASE(a_clock_that_was_set_ahead_ends_a_claim_as_it_does_in_the_store) {
  virtual_clock clock;
  const claim_validity claim{clock, clock.now() + 45s, clock.uptime(), 45s};
  clock.moved = 1h;
  BOOST_TEST((claim.left(clock) < 0s));
}

BOOST_AUTO_TEST_CASE(a_claim_is_never_longer_than_it_was_asked_for) {
  virtual_clock clock;
  // The store's clock is ahead of the node's by two minutes; the answer took three seconds.
  const auto asked_at = clock.uptime();
  clock.elapsed = 3s;
  const claim_validity claim{clock, clock.now() + 165s, asked_at, 45s};
  BOOST_TEST((claim.left(clock) == 42s));
  BOOST_TEST((claim_validity{}.left(clock) < 0s));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
