#include "domain/deliveries/delivery_life.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

constexpr timestamp now{std::chrono::milliseconds{1'790'000'000'000}};

attempt answered(int status, failure_class failed_by = failure_class::none) {
  attempt made;
  made.number = 1;
  made.status_code = status;
  made.failed_by = failed_by;
  return made;
}

/// What became of it, in one word; of what waits, how long.
std::string after(const attempt& made, int number, const retry_policy& retries = {}) {
  const auto life = delivery::after(made, number, retries, now);
  if (const auto* pending = std::get_if<delivery::pending>(&life))
    return "pending " + std::to_string((pending->next_at - now).count());
  if (const auto* failed = std::get_if<delivery::failed>(&life))
    return "failed " + std::string{to_text(failed->by)} + (failed->at == now ? "" : " at another time");
  return std::holds_alternative<delivery::acknowledged>(life) ? "acknowledged" : "in flight";
}

} // namespace

BOOST_AUTO_TEST_SUITE(delivery_life)

BOOST_AUTO_TEST_CASE(an_attempt_ends_a_delivery_or_makes_it_wait) {
  struct row {
    attempt made;
    int number;
    std::string expected;
  };
  auto refused = answered(0, failure_class::tls);
  refused.final = true;
  auto busy = answered(503, failure_class::http_5xx);
  busy.response_headers = {{"Retry-After", "100"}};
  auto hasty = answered(429, failure_class::http_4xx);
  hasty.response_headers = {{"Retry-After", "1"}};
  const row rows[] = {
      {answered(200), 1, "acknowledged"},
      {answered(299), 10, "acknowledged"},
      {answered(500, failure_class::http_5xx), 1, "pending 10000"},
      {answered(500, failure_class::http_5xx), 2, "pending 20000"},
      {answered(500, failure_class::http_5xx), 9, "pending 512000"},
      {answered(500, failure_class::http_5xx), 10, "failed http_5xx"},
      {answered(0, failure_class::timeout), 10, "failed timeout"},
      {answered(0, failure_class::reset), 3, "pending 40000"},
      {answered(404, failure_class::http_4xx), 1, "failed http_4xx"},
      {answered(308, failure_class::redirect_rejected), 1, "failed redirect_rejected"},
      {refused, 1, "failed tls"},
      {busy, 1, "pending 100000"},
      {busy, 6, "pending 320000"},
      {hasty, 2, "pending 20000"},
  };
  for (const auto& [made, number, expected] : rows) BOOST_TEST(after(made, number) == expected);
}

BOOST_AUTO_TEST_CASE(merchants_are_told_of_three_states_and_of_the_time_of_the_next_attempt) {
  struct row {
    delivery::life life;
    callback_status status;
    bool has_ended, has_next;
  };
  const row rows[] = {
      {delivery::pending{now}, callback_status::pending, false, true},
      {delivery::in_flight{1, now}, callback_status::pending, false, false},
      {delivery::acknowledged{now}, callback_status::acknowledged, true, false},
      {delivery::failed{now, failure_class::dns}, callback_status::failed, true, false},
  };
  for (const auto& [life, status, has_ended, has_next] : rows) {
    BOOST_TEST((delivery::status_of(life) == status));
    BOOST_TEST(delivery::has_ended(life) == has_ended);
    BOOST_TEST(delivery::next_attempt_at(life).has_value() == has_next);
  }
}

BOOST_AUTO_TEST_SUITE_END()
