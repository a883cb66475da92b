#include "domain/deliveries/answer_header.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace paylink;
using std::chrono::milliseconds;

namespace {

attempt made(failure_class failed_by, int status = 0, bool is_final = false) {
  attempt outcome;
  outcome.failed_by = failed_by;
  outcome.status_code = status;
  outcome.final = is_final;
  return outcome;
}

std::string_view name(verdict value) {
  if (value == verdict::unconfirmed) return "unconfirmed";
  return value == verdict::acknowledged ? "acknowledged" : value == verdict::retry ? "retry" : "failed";
}

constexpr failure_class network_errors[] = {failure_class::dns, failure_class::connect, failure_class::tls,
                                            failure_class::timeout, failure_class::reset};

} // namespace

BOOST_AUTO_TEST_SUITE(delivery_rules)

BOOST_AUTO_TEST_CASE(every_status_has_the_verdict_of_the_table) {
  for (int status = 100; status < 600; ++status) {
    auto failed_by = failure_class::none;
    if (status < 200 || (status >= 300 && status < 400)) failed_by = failure_class::redirect_rejected;
    if (status >= 400) failed_by = status < 500 ? failure_class::http_4xx : failure_class::http_5xx;
    auto expected = verdict::failed;
    if (status >= 200 && status < 300) expected = verdict::acknowledged;
    if (status == 408 || status == 429 || status >= 500) expected = verdict::retry;
    BOOST_TEST(name(judge(made(failed_by, status))) == name(expected), status);
    // The verdict does not rest on the sender having named the class.
    BOOST_TEST(name(judge(made(failure_class::none, status))) == name(expected), status);
  }
}

BOOST_AUTO_TEST_CASE(network_errors_are_retried_unless_they_are_final) {
  for (const auto failed_by : network_errors) {
    BOOST_TEST(name(judge(made(failed_by))) == "retry", to_text(failed_by));
    BOOST_TEST(name(judge(made(failed_by, 0, true))) == "unconfirmed", to_text(failed_by));
  }
  BOOST_TEST(name(judge(made(failure_class::http_5xx, 503, true))) == "failed");
}

BOOST_AUTO_TEST_CASE(refused_destinations_and_redirects_end_the_delivery) {
  for (const auto failed_by : {failure_class::blocked_destination, failure_class::redirect_rejected})
    for (const int status : {200, 302, 503}) BOOST_TEST(name(judge(made(failed_by, status))) == "failed", status);
  BOOST_TEST(name(judge(made(failure_class::redirect_rejected))) == "failed");
  // Nothing of the request was sent.
  BOOST_TEST(name(judge(made(failure_class::blocked_destination))) == "unconfirmed");
}

BOOST_AUTO_TEST_CASE(nothing_but_a_2xx_without_failure_is_an_acknowledgement) {
  for (const auto failed_by : network_errors)
    BOOST_TEST(name(judge(made(failed_by, 200))) == "retry", to_text(failed_by));
  BOOST_TEST(name(judge(attempt{})) == "retry");
  for (const int status : {-1, 1, 99, 600, 999})
    BOOST_TEST(name(judge(made(failure_class::none, status))) == "failed", status);
}

BOOST_AUTO_TEST_CASE(every_failure_class_reads_back_from_its_text) {
  for (int value = 0; value <= static_cast<int>(failure_class::reset); ++value) {
    const auto failed_by = static_cast<failure_class>(value);
    BOOST_TEST(!to_text(failed_by).empty());
    BOOST_TEST((parse_failure_class(to_text(failed_by)) == failed_by), to_text(failed_by));
  }
  for (const auto* text : {"", "http_3xx", "DNS"}) BOOST_TEST(!parse_failure_class(text), text);
}

BOOST_AUTO_TEST_CASE(attempts_are_counted_by_host_and_port) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"https://shop.example", "shop.example:443"},
      {"https://shop.example/cb?x=1", "shop.example:443"},
      {"HTTPS://Shop.Example:8443/cb", "shop.example:8443"},
      {"https://shop.example?x=a:1@b", "shop.example:443"},
      {"http://127.0.0.1:9901/sink", "127.0.0.1:9901"},
      {"http://127.0.0.1/sink", "127.0.0.1:80"},
      {"https://[2606:4700::1111]/", "[2606:4700::1111]:443"},
      {"https://[2606:4700::1111]:8443/", "[2606:4700::1111]:8443"},
  };
  for (const auto& [url, destination] : cases) BOOST_TEST(destination_of(url) == destination, url);
}

BOOST_AUTO_TEST_CASE(waits_follow_the_tables) {
  int checked = 0;
  const auto document = read_vectors("callbacks-vectors.json");
  for (const auto& table : document.at("backoff").as_array()) {
    const auto number = [&](std::string_view key) { return table.at(key).to_number<std::int64_t>(); };
    retry_policy policy;
    policy.initial_delay = std::chrono::seconds{number("initial_delay_s")};
    policy.backoff_multiplier = static_cast<double>(number("multiplier"));
    policy.max_delay = std::chrono::seconds{number("max_delay_s")};
    policy.max_attempts = static_cast<int>(number("max_attempts"));
    int attempt_number = 1;
    for (const auto& wait : table.at("waits_s").as_array()) {
      BOOST_TEST(!policy.is_last(attempt_number));
      BOOST_TEST(policy.wait_after(attempt_number).count() == wait.to_number<std::int64_t>() * 1000);
      ++attempt_number;
    }
    BOOST_TEST(attempt_number == policy.max_attempts);
    BOOST_TEST(policy.is_last(attempt_number));
    ++checked;
  }
  BOOST_TEST(checked >= 5);
}

BOOST_AUTO_TEST_CASE(waits_never_overflow_their_cap) {
  struct row {
    std::int64_t initial, cap;
    double multiplier;
    int number;
    std::int64_t expected;
  };
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  const row rows[] = {
      {10'000, 512'000, 2, std::numeric_limits<int>::max(), 512'000},
      {10'000, 512'000, 1e300, 10, 512'000},
      {10'000, 512'000, 1, std::numeric_limits<int>::max(), 10'000},
      {1, largest, 10, 1000, largest},
      {largest, largest, 2, 2, largest},
      {largest, 512'000, 1, 1, 512'000},
      {10'000, 512'000, 1.5, 2, 15'000},
      {10'000, 512'000, 1.1, 3, 12'100},
      {10'000, 512'000, 2, 0, 10'000},
      {10'000, 512'000, 2, -5, 10'000},
      {0, 512'000, 2, 2000, 0},
      {512'000, 512'000, 2, 1, 512'000},
      {512'001, 512'000, 2, 1, 512'000},
      {511'999, 512'000, 1, 9, 511'999},
  };
  for (const auto& row : rows) {
    retry_policy policy;
    policy.initial_delay = milliseconds{row.initial};
    policy.max_delay = milliseconds{row.cap};
    policy.backoff_multiplier = row.multiplier;
    BOOST_TEST(policy.wait_after(row.number).count() == row.expected);
  }
}

BOOST_AUTO_TEST_CASE(headers_of_an_answer_are_found_whatever_their_case) {
  attempt made;
  made.response_headers = {{"Server", "nginx"}, {"DATE", "first"}, {"date", "second"}};
  BOOST_REQUIRE(find_header(made, "date"));
  BOOST_TEST(*find_header(made, "date") == "first");
  BOOST_TEST(*find_header(made, "server") == "nginx");
  for (const char* absent : {"dat", "dates", ""}) BOOST_TEST(!find_header(made, absent), absent);
}

BOOST_AUTO_TEST_SUITE_END()
