#include "domain/statistics/period_counts.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(statistics_periods)

BOOST_AUTO_TEST_CASE(a_day_is_one_in_vietnam_and_an_hour_is_one_everywhere) {
  struct {
    std::string_view time, day, hour;
  } const cases[] = {
      {"2026-03-15T16:59:59.999Z", "2026-03-14T17:00:00.000Z", "2026-03-15T16:00:00.000Z"},
      {"2026-03-15T17:00:00Z", "2026-03-15T17:00:00.000Z", "2026-03-15T17:00:00.000Z"},
      {"2026-03-15T00:00:00+07:00", "2026-03-14T17:00:00.000Z", "2026-03-14T17:00:00.000Z"},
      {"2026-12-31T23:30:00Z", "2026-12-31T17:00:00.000Z", "2026-12-31T23:00:00.000Z"},
  };
  for (const auto& [time, day, hour] : cases) {
    const auto at = parse_rfc3339(time).value();
    BOOST_TEST(format_rfc3339(period_start(at, period_length::day)) == day);
    BOOST_TEST(format_rfc3339(period_start(at, period_length::hour)) == hour);
  }
}

BOOST_AUTO_TEST_CASE(what_a_newer_version_counts_is_left_out) {
  period_counts counts;
  counts.add(static_cast<counted_thing>(99), 0, {1, {1}});
  counts.add(counted_thing::credit, 99, {1, {1}});
  counts.add(counted_thing::link, -1, {1, {}});
  counts.add(counted_thing::telegram_attempt, 10, {1, {}});
  BOOST_TEST(counts.all_credits().count == 0);
  for (const auto& attempts : counts.attempts) BOOST_TEST(attempts.all() == 0);
}

BOOST_AUTO_TEST_CASE(periods_add_up) {
  period_counts one, other;
  one.add(counted_thing::credit, credit_detail(classification::matched), {2, {300}});
  one.add(counted_thing::credit, credit_detail(std::nullopt), {1, {50}});
  one.add(counted_thing::webhook_attempt, static_cast<std::int64_t>(failure_class::dns), {4, {}});
  other.add(counted_thing::credit, credit_detail(classification::matched),
            {1, {std::numeric_limits<std::int64_t>::max()}});
  other.add(counted_thing::webhook_attempt, static_cast<std::int64_t>(failure_class::none), {3, {}});
  other.add(counted_thing::debit, 0, {1, {7}});
  one.add(other);
  BOOST_TEST(one.all_credits().count == 4);
  BOOST_TEST(one.all_credits().sum.dong == std::numeric_limits<std::int64_t>::max());
  BOOST_TEST(one.debits.sum.dong == 7);
  const auto& webhooks = one.attempts[static_cast<std::size_t>(delivery_kind::webhook)];
  BOOST_TEST(webhooks.all() == 7);
  BOOST_TEST(webhooks.acknowledged() == 3);
}

BOOST_AUTO_TEST_SUITE_END()
