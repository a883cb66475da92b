#include "domain/deliveries/delivery_progress.hpp"
#include "domain/deliveries/early_verdict.hpp"

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
  const auto progress = delivery::after(made, number, retries, now);
  if (const auto* pending = std::get_if<delivery::pending>(&progress))
    return "pending " + std::to_string((pending->next_at - now).count());
  if (const auto* failed = std::get_if<delivery::failed>(&progress))
    return "failed " + std::string{to_text(failed->by)} + (failed->at == now ? "" : " at another time");
  return std::holds_alternative<delivery::delivered>(progress) ? "delivered" : "in flight";
}

} // namespace

BOOST_AUTO_TEST_SUITE(delivery_progress)

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
      {answered(200), 1, "delivered"},
      {answered(299), 10, "delivered"},
      {answered(500, failure_class::http_5xx), 1, "pending 10000"},
      {answered(500, failure_class::http_5xx), 2, "pending 20000"},
      {answered(500, failure_class::http_5xx), 9, "pending 512000"},
      {answered(500, failure_class::http_5xx), 10, "failed http_5xx"},
      {answered(0, failure_class::timeout), 10, "failed timeout"},
      {answered(0, failure_class::reset), 3, "pending 40000"},
      {answered(404, failure_class::http_4xx), 1, "failed http_4xx"},
      {answered(308, failure_class::redirect_rejected), 1, "failed redirect_rejected"},
      {refused, 1, "pending 10000"}, // a second look may disagree
      {refused, 10, "failed tls"},
      {busy, 1, "pending 100000"},
      {busy, 6, "pending 320000"},
      {hasty, 2, "pending 20000"},
  };
  for (const auto& [made, number, expected] : rows) BOOST_TEST(after(made, number) == expected);
}

BOOST_AUTO_TEST_CASE(merchants_are_told_of_three_states_and_of_the_time_of_the_next_attempt) {
  struct row {
    delivery::progress progress;
    callback_status status;
    bool has_ended, has_next;
  };
  const row rows[] = {
      {delivery::pending{now}, callback_status::pending, false, true},
      {delivery::in_flight{1, now}, callback_status::sending, false, false},
      {delivery::delivered{now}, callback_status::delivered, true, false},
      {delivery::failed{now, failure_class::dns}, callback_status::failed, true, false},
  };
  for (const auto& [progress, status, has_ended, has_next] : rows) {
    BOOST_TEST((delivery::status_of(progress) == status));
    BOOST_TEST(delivery::has_ended(progress) == has_ended);
    BOOST_TEST(delivery::next_attempt_at(progress).has_value() == has_next);
  }
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

attempt verdict_on(failure_class failed_by, bool is_final = true, int status = 0) {
  attempt made;
  made.failed_by = failed_by;
  made.final = is_final;
  made.status_code = status;
  return made;
}

/// Who finds what, how long after the first look.
struct look_at_receiver {
  attempt made;
  std::string node = "A";
  std::chrono::milliseconds at{0};
};

constexpr auto no_failure = failure_class::none, of_dns = failure_class::dns, of_tls = failure_class::tls,
               of_block = failure_class::blocked_destination;

} // namespace

BOOST_AUTO_TEST_SUITE(early_verdicts)

BOOST_AUTO_TEST_CASE(only_a_verdict_before_the_request_is_sent_needs_a_second_look) {
  for (const auto failed_by : {of_dns, of_tls, of_block}) {
    BOOST_TEST((judge(verdict_on(failed_by)) == verdict::unconfirmed), to_text(failed_by));
    // The answer of a hop before, or a redirect that was followed: the request has been sent.
    BOOST_TEST((judge(verdict_on(failed_by, true, 302)) == verdict::failed), to_text(failed_by));
    auto behind_redirect = verdict_on(failed_by);
    behind_redirect.hops = {"https://b.example/"};
    BOOST_TEST((judge(behind_redirect) == verdict::failed), to_text(failed_by));
  }
  BOOST_TEST((judge(verdict_on(failure_class::redirect_rejected, true, 302)) == verdict::failed));
  BOOST_TEST((judge(verdict_on(of_dns, false)) == verdict::retry));
  BOOST_TEST((judge(verdict_on(of_tls, false)) == verdict::retry));
}

BOOST_AUTO_TEST_CASE(a_verdict_is_final_when_another_life_or_a_later_look_agrees) {
  struct row {
    const char* name;
    std::vector<look_at_receiver> looks;
    int ends_at; ///< Which look ends the delivery, from 1; 0: none.
  };
  auto slow = verdict_on(of_tls);
  slow.duration = 5s;
  const auto answer = verdict_on(failure_class::http_5xx, false, 503),
             timeout = verdict_on(failure_class::timeout, false);
  const row rows[] = {
      {"one look", {{verdict_on(of_dns)}}, 0},
      {"another incarnation, at once", {{verdict_on(of_dns)}, {verdict_on(of_dns), "B"}}, 2},
      {"itself, too soon", {{verdict_on(of_dns)}, {verdict_on(of_dns), "A", 4'999ms}}, 0},
      {"itself, later", {{verdict_on(of_dns)}, {verdict_on(of_dns), "A", 5s}}, 2},
      {"its look-up began too soon", {{verdict_on(of_tls)}, {slow, "A", 9'999ms}}, 0},
      {"the time counts from the first",
       {{verdict_on(of_tls)}, {verdict_on(of_tls), "A", 3s}, {verdict_on(of_tls), "A", 6s}},
       3},
      {"another verdict", {{verdict_on(of_dns)}, {verdict_on(of_tls), "B", 10s}, {verdict_on(of_tls), "B", 12s}}, 0},
      {"another verdict, then the same",
       {{verdict_on(of_dns)}, {verdict_on(of_tls), "B", 10s}, {verdict_on(of_tls), "A", 12s}},
       3},
      {"a timeout in between", {{verdict_on(of_block)}, {timeout, "B", 10s}, {verdict_on(of_block), "B", 30s}}, 3},
      {"an answer in between", {{verdict_on(of_tls)}, {answer, "B", 10s}, {verdict_on(of_tls), "A", 30s}}, 0},
      {"an answer, then two",
       {{verdict_on(of_tls)}, {answer, "B", 9s}, {verdict_on(of_tls), "A", 9s}, {verdict_on(of_tls), "B", 9s}},
       4},
      {"the clock went back",
       {{verdict_on(of_dns)}, {verdict_on(of_dns), "A", -1h}, {verdict_on(of_dns), "A", -1h + 5s}},
       3},
  };
  for (const auto& [name, looks, ends_at] : rows) BOOST_TEST_CONTEXT(name) {
      std::optional<early_verdict> earlier;
      int number = 0, ended_at = 0;
      for (const auto& one : looks) {
        ++number;
        const looked_at looked{one.made, judge(one.made), one.node, now + one.at};
        const auto progress = delivery::after(one.made, number, {}, looked.ended_at, is_confirmed(earlier, looked));
        if (std::holds_alternative<delivery::failed>(progress)) {
          ended_at = number;
          break;
        }
        // It counts as a network error: the next attempt comes after the ordinary wait.
        BOOST_TEST((delivery::next_attempt_at(progress) == looked.ended_at + retry_policy{}.wait_after(number)));
        earlier = kept_verdict(earlier, looked);
      }
      BOOST_TEST(ended_at == ends_at);
    }
}

// The others may find the receiver in order, and be busy.
BOOST_AUTO_TEST_CASE(a_node_in_company_does_not_confirm_its_own_verdict) {
  const early_verdict earlier{of_tls, "A", now};
  const auto found = verdict_on(of_tls);
  const auto is_final = [&](std::string_view node) {
    return is_confirmed(earlier, {found, verdict::unconfirmed, node, now + 60s, true});
  };
  BOOST_TEST((!is_final("A") && is_final("B")));
}

BOOST_AUTO_TEST_CASE(the_last_attempt_ends_a_delivery_whatever_it_finds) {
  const auto progress = delivery::after(verdict_on(of_tls), 10, {}, now);
  BOOST_TEST((std::holds_alternative<delivery::failed>(progress) && std::get<delivery::failed>(progress).by == of_tls));
}

BOOST_AUTO_TEST_CASE(nothing_is_kept_of_an_attempt_without_a_verdict) {
  attempt acknowledged;
  acknowledged.status_code = 200;
  BOOST_TEST((!kept_verdict(early_verdict{of_tls, "A", now}, {acknowledged, verdict::acknowledged, "A", now})));
  BOOST_TEST((!kept_verdict(std::nullopt, {verdict_on(no_failure, false), verdict::retry, "A", now})));
}

BOOST_AUTO_TEST_SUITE_END()
