#include "tests/power/power_cuts.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace paylink::test {

namespace {

/// A missing sync shows itself at once. An acknowledgement that comes too early is caught only by a cut in the few
/// milliseconds before its commit, which is every fifth or so.
constexpr int cuts_until_a_loss = 50;

/// A few in the everyday run; scripts/power-cuts asks for more.
int cuts_wanted(int otherwise) {
  const char* asked = std::getenv("POWER_CUTS");
  return asked ? std::atoi(asked) : otherwise;
}

boost::test_tools::assertion_result has_a_disk(boost::unit_test::test_unit_id) {
  const auto missing = loop_disk::missing();
  boost::test_tools::assertion_result can{missing.empty()};
  can.message() << "this machine cannot cut the power of a disk: " << missing << " is missing";
  return can;
}

void cut_again_and_again(tortured_service::backend on, int cuts) {
  power_cuts power{on, cuts};
  std::size_t unnotified = 0;
  for (int i = 0; i < cuts; ++i) {
    const auto found = power.cut();
    BOOST_TEST(found.fault == "");
    BOOST_TEST(found.lost.empty(), found.reported());
    unnotified += found.unnotified;
    power.go_on();
  }
  power.finish();
  BOOST_TEST_MESSAGE(cuts << " cuts, between the storing and the acknowledging of " << unnotified << " credits");
}

void lose_something(tortured_service::backend on, const std::string& planted) {
  power_cuts power{on, cuts_until_a_loss, {{"PAYLINK_PLANTED_BUG", planted}}};
  for (int i = 1; i <= cuts_until_a_loss; ++i) {
    const auto found = power.cut();
    if (!found.lost.empty()) {
      BOOST_TEST_MESSAGE(planted << " at cut " << i << ": " << found.reported());
      return;
    }
    power.go_on();
  }
  BOOST_ERROR(planted << " lost nothing in " << cuts_until_a_loss << " cuts: cutting the power proves nothing");
}

} // namespace

BOOST_AUTO_TEST_SUITE(power, *boost::unit_test::precondition(has_a_disk))

BOOST_AUTO_TEST_CASE(on_sqlite_what_was_acknowledged_survives_every_cut) {
  cut_again_and_again(tortured_service::backend::sqlite, cuts_wanted(2));
}

BOOST_AUTO_TEST_CASE(on_postgresql_what_was_acknowledged_survives_every_cut) {
  cut_again_and_again(tortured_service::backend::postgresql, cuts_wanted(1));
}

// What must lose something, or the cuts above prove nothing.
BOOST_AUTO_TEST_CASE(control_a_sync_at_checkpoints_alone_is_too_late) {
  lose_something(tortured_service::backend::sqlite, "synchronous_normal");
}

BOOST_AUTO_TEST_CASE(control_without_any_sync_credits_are_lost) {
  lose_something(tortured_service::backend::sqlite, "synchronous_off");
}

BOOST_AUTO_TEST_CASE(control_an_acknowledgement_before_the_commit_is_too_early) {
  lose_something(tortured_service::backend::sqlite, "acknowledges_bank_before_commit");
}

BOOST_AUTO_TEST_CASE(control_an_acknowledgement_before_the_commit_is_too_early_on_postgresql) {
  lose_something(tortured_service::backend::postgresql, "acknowledges_bank_before_commit");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
