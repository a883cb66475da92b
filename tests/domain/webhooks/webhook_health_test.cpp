#include "domain/webhooks/webhook_health.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

const timestamp start = parse_rfc3339("2026-03-01T00:00:00.000Z").value();
constexpr auto tick = 1ms;

/// That many deliveries to an endpoint have ended failed, all of them at `start`.
webhook_health after_failures(int count, int status_code) {
  webhook_health health;
  for (int i = 0; i < count; ++i) note_failure(health, status_code, start);
  return health;
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_healths)

BOOST_AUTO_TEST_CASE(an_endpoint_is_disabled_after_a_day_of_410_or_a_week_and_100_failures) {
  using enum disabled_reason;
  struct row {
    int failures, status_code;
    std::chrono::milliseconds passed;
    disabled_reason expected;
  };
  for (const auto& [failures, status_code, passed, expected] : {
           row{0, 0, 24h * 365, none},
           row{1, 410, 0ms, none},
           row{1, 410, 24h - tick, none},
           row{1, 410, 24h, gone},
           row{100, 410, 24h * 7, gone}, // both, and 410 says more
           row{1, 500, 24h * 365, none},
           row{99, 500, 24h * 365, none},
           row{100, 500, 24h * 7 - tick, none},
           row{100, 500, 24h * 7, failing},
           row{101, 500, 24h * 7, failing},
           row{100, 0, 24h * 7, failing}, // without an answer
           row{100, 409, 24h * 7, failing},
           row{100, 411, 24h * 7, failing},
       })
    BOOST_TEST((judge(after_failures(failures, status_code), start + passed) == expected),
               failures << " times " << status_code << ", then " << passed.count() << " ms");
}

BOOST_AUTO_TEST_CASE(each_time_counts_from_the_first_failure_of_its_kind) {
  webhook_health health;
  note_failure(health, 500, start);
  BOOST_TEST((health.failing_since == start && !health.gone_since && health.failures == 1));
  note_failure(health, 410, start + 1h);
  note_failure(health, 410, start + 2h);
  BOOST_TEST((health.failing_since == start && health.gone_since == start + 1h && health.failures == 3));
}

BOOST_AUTO_TEST_CASE(another_failure_ends_a_row_of_410) {
  for (const auto other : {0, 404, 500}) {
    auto health = after_failures(1, 410);
    note_failure(health, other, start + 23h);
    BOOST_TEST((!health.gone_since && health.failing_since == start), other);
    note_failure(health, 410, start + 24h);
    BOOST_TEST((judge(health, start + 48h - tick) == disabled_reason::none), other);
    BOOST_TEST((judge(health, start + 48h) == disabled_reason::gone), other);
  }
}

BOOST_AUTO_TEST_SUITE_END()
