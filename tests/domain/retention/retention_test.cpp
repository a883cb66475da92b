#include "domain/retention/retention.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(retention)

namespace {

constexpr timestamp now = std::chrono::sys_days{std::chrono::year{2027} / 6 / 15} + 10h;
constexpr retention_policy defaults{};

timestamp days_ago(int days) { return now - std::chrono::days{days}; }

/// A delivery that was recorded and ended so many days ago; ended -1: it is still being sent.
aging_delivery delivery_of(int recorded, int ended, delivery_remains remains = delivery_remains::all) {
  return {.created_at = days_ago(recorded),
          .finished_at = ended < 0 ? std::nullopt : std::optional{days_ago(ended)},
          .remains = remains};
}

} // namespace

BOOST_AUTO_TEST_CASE(bodies_are_kept_90_days_and_deliveries_400) {
  BOOST_TEST((defaults.end_of(retention_age::bodies, now) == days_ago(90)));
  BOOST_TEST((defaults.end_of(retention_age::deliveries, now) == days_ago(400)));
  BOOST_TEST(!defaults.report_only);
}

BOOST_AUTO_TEST_CASE(money_and_what_counts_it_are_kept_for_ever) {
  using enum kept_thing;
  for (const auto what : {link_callback, payment_link, order, transaction, bank_entry, usage, statement, audit_log})
    BOOST_TEST((age_of(what) == retention_age::ever), static_cast<int>(what));
  for (const auto what : {delivery_body, response_headers, response_body})
    BOOST_TEST((age_of(what) == retention_age::bodies), static_cast<int>(what));
  for (const auto what : {attempt, callback_round, webhook_delivery})
    BOOST_TEST((age_of(what) == retention_age::deliveries), static_cast<int>(what));
}

BOOST_AUTO_TEST_CASE(a_delivery_is_judged_by_its_end) {
  using enum purge_step;
  using enum delivery_remains;
  struct sample {
    aging_delivery one;
    purge_step bodies, deliveries;
  };
  const sample samples[] = {
      {delivery_of(0, -1), stop, stop},
      {delivery_of(0, 0), stop, stop},
      {delivery_of(1, 1), stop, stop},
      {delivery_of(89, 89), stop, stop},
      {delivery_of(90, 90), take, stop},
      {delivery_of(91, 91), take, stop},
      {delivery_of(91, 91, no_bodies), pass, stop},
      {delivery_of(399, 399, no_bodies), pass, stop},
      {delivery_of(400, 400, no_bodies), pass, take},
      {delivery_of(401, 401), take, take},
      {delivery_of(401, 401, no_attempts), pass, pass},
      {delivery_of(401, 401, acknowledged_before), pass, pass},
      // It was sent again, or for so long.
      {delivery_of(91, 1), later, stop},
      {delivery_of(401, 399, no_bodies), pass, later},
      {delivery_of(401, 1), later, later},
      {delivery_of(1'000, -1), later, later},
      {delivery_of(90, -1), later, stop},
      {delivery_of(1, -1), stop, stop},
      // The clock of its node was wrong.
      {delivery_of(-200, -200), later, later},
      {delivery_of(-200, -1), later, later},
      {delivery_of(-200, 401), take, take},
  };
  for (const auto& [one, bodies, deliveries] : samples) {
    BOOST_TEST_CONTEXT("recorded " << (now - one.created_at) / std::chrono::days{1} << " days ago, remains "
                                   << static_cast<int>(one.remains)) {
      BOOST_TEST((judge_age(one, retention_age::bodies, defaults, now) == bodies));
      BOOST_TEST((judge_age(one, retention_age::deliveries, defaults, now) == deliveries));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_settings_move_the_ends) {
  const retention_policy brief{.bodies = std::chrono::days{1}, .deliveries = std::chrono::days{2}};
  BOOST_TEST((judge_age(delivery_of(1, 1), retention_age::bodies, brief, now) == purge_step::take));
  BOOST_TEST((judge_age(delivery_of(1, 1), retention_age::deliveries, brief, now) == purge_step::stop));
  BOOST_TEST((judge_age(delivery_of(2, 2), retention_age::deliveries, brief, now) == purge_step::take));
  BOOST_TEST((defaults.between_passes() == 24h && brief.between_passes() == 144min));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
