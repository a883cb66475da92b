#include "domain/deliveries/endpoint_trouble.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink {

namespace {

using namespace std::chrono_literals;

constexpr timestamp noon = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 15}} + 5h;

/// What happens to an endpoint at a minute, and the notice that is to come of it: `F3` tells of three failures, `f3` of
/// three at an endpoint that answers again by now, `R3` of the recovery after three; nothing: none.
struct event {
  int minute;
  char what; ///< `x` a failure, `o` a success, `h` a look at what the hour has brought.
  std::string notice;
};

std::string shown(const std::optional<raised_notice>& raised) {
  if (!raised) return {};
  const bool is_recovery = raised->kind == notice_kind::delivery_recovered;
  BOOST_TEST((!is_recovery || !raised->is_failing));
  return (is_recovery ? "R" : raised->is_failing ? "F" : "f") + std::to_string(raised->failures);
}

void play(const std::string& name, const std::vector<event>& events) {
  endpoint_trouble trouble;
  for (const auto& [minute, what, notice] : events) {
    const auto now = noon + std::chrono::minutes{minute};
    const failed_delivery failed{.at = now, .failed_by = failure_class::http_5xx, .status_code = 503, .link = {}};
    const auto raised = what == 'x'   ? on_failure(trouble, failed, now)
                        : what == 'o' ? on_success(trouble)
                                      : on_hour(trouble, now);
    BOOST_TEST(shown(raised) == notice, name << ", minute " << minute);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(endpoint_troubles)

BOOST_AUTO_TEST_CASE(the_first_failure_is_told_then_one_notice_an_hour_and_the_recovery) {
  play("one failure", {{0, 'x', "F1"}, {30, 'h', ""}, {90, 'h', ""}});
  play("within the hour",
       {{0, 'x', "F1"}, {10, 'x', ""}, {59, 'x', ""}, {59, 'h', ""}, {60, 'h', "F2"}, {61, 'h', ""}});
  play("after the hour", {{0, 'x', "F1"}, {20, 'x', ""}, {60, 'x', "F2"}, {119, 'x', ""}, {120, 'x', "F2"}});
  play("recovery", {{0, 'x', "F1"}, {5, 'x', ""}, {10, 'o', "R2"}, {11, 'o', ""}, {90, 'h', ""}});
  play("recovery after hours", {{0, 'x', "F1"}, {70, 'x', "F1"}, {80, 'o', "R2"}});
  play("again, later", {{0, 'x', "F1"}, {5, 'o', "R1"}, {60, 'x', "F1"}, {65, 'o', "R1"}});
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_comes_and_goes_is_told_of_once_an_hour) {
  std::vector<event> events{{0, 'x', "F1"}, {1, 'o', "R1"}};
  for (int minute = 2; minute < 60; minute += 2) {
    events.push_back({minute, 'x', ""});
    events.push_back({minute + 1, 'o', ""});
  }
  events.push_back({60, 'h', "f29"}); // what failed is told, though it answers by now
  events.push_back({61, 'o', ""});
  play("flapping", events);
  play("failing still", {{0, 'x', "F1"}, {1, 'o', "R1"}, {2, 'x', ""}, {60, 'h', "F1"}, {61, 'o', "R1"}});
}

BOOST_AUTO_TEST_CASE(a_notice_tells_since_when_and_why) {
  endpoint_trouble trouble;
  const auto fail = [&](timestamp at, int status) {
    return on_failure(trouble, {at, failure_class::http_4xx, status, {}}, at);
  };
  fail(noon, 404);
  fail(noon + 10min, 401);
  const auto hourly = fail(noon + 61min, 403);
  BOOST_REQUIRE(hourly);
  BOOST_TEST((hourly->began_at == noon && hourly->last.at == noon + 61min && hourly->last.status_code == 403));
  const auto recovered = on_success(trouble);
  BOOST_REQUIRE(recovered);
  BOOST_TEST((recovered->began_at == noon && recovered->failures == 3));
  const auto anew = fail(noon + 5h, 404);
  BOOST_REQUIRE(anew);
  BOOST_TEST((anew->began_at == noon + 5h && anew->failures == 1));
}

BOOST_AUTO_TEST_CASE(an_endpoint_is_remembered_for_an_hour_and_a_failing_one_for_a_month) {
  endpoint_trouble trouble;
  on_failure(trouble, {noon, failure_class::timeout, 0, {}}, noon);
  BOOST_TEST(!is_over(trouble, noon + 30 * 24h));
  BOOST_TEST(is_over(trouble, noon + 30 * 24h + 1ms));
  on_success(trouble);
  BOOST_TEST(!is_over(trouble, noon + 1h - 1ms));
  BOOST_TEST(is_over(trouble, noon + 1h));
}

BOOST_AUTO_TEST_CASE(an_endpoint_is_what_a_merchant_calls_one) {
  const std::pair<const char*, const char*> cases[] = {
      {"https://shop.example/cb", "https://shop.example/cb"},
      {"https://Shop.Example:443/Cb?order=7&key=secret", "https://shop.example/Cb"},
      {"https://shop.example:8443/cb", "https://shop.example:8443/cb"},
      {"https://shop.example", "https://shop.example"},
      {"https://shop.example/?x", "https://shop.example/"},
      {"https://user:pass@shop.example/cb", "https://shop.example/cb"},
      {"https://[2001:db8::1]/cb", "https://[2001:db8::1]/cb"},
      {"http://127.0.0.1:80/cb", "http://127.0.0.1/cb"},
      {"https://shop.example/v1.1/cb2/done", "https://shop.example/v1.1/cb2/done"},
      {"https://shop.example/orders/10023/paid", "https://shop.example/orders/*/paid"},
      {"https://shop.example/cb/0193c5a0-7e11-7abc-8def-0123456789ab", "https://shop.example/cb/*"},
      {"https://shop.example/cb/ORDER-2026-001/", "https://shop.example/cb/*/"},
      {"https://shop.example/900/109/09", "https://shop.example/*/*/09"},
      {"https://shop.example/a//b:c:d:/://.-", "https://shop.example/a//b:c:d:/://.-"}, // neighbours of digits
  };
  for (const auto& [url, endpoint] : cases) BOOST_TEST(endpoint_of(url) == endpoint, url);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
