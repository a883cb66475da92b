#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// Completes a new link, whose callback goes to `url`.
json::object pay(virtual_node& node, const std::string& bank_reference,
                 const std::string& url = "https://shop.test/cb") {
  const auto made = node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text(),
                             R"({"bank_account_id":")" + node.account.text() +
                                 R"(","amount":"150000","callback_url":")" + url + "\"}");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  auto link = data_of(made).as_object();
  BOOST_REQUIRE(node.feed(node.entry(bank_reference, 150'000, text_of(link, "reference"))).status == 200);
  return link;
}

std::string callback_status_of(virtual_node& node, const json::object& link) {
  return text_of(node.get_link(link), "callback_status");
}

} // namespace

BOOST_AUTO_TEST_SUITE(deliveries)

BOOST_AUTO_TEST_CASE(waits_10_20_40_up_to_512_seconds_and_repeats_the_same_bytes) {
  virtual_node node;
  node.world.answer_all(503);
  const auto link = pay(node, "W");
  const std::int64_t waits[] = {10, 20, 40, 80, 160, 320, 512, 512, 512};
  std::size_t attempts = 1;
  for (const auto wait : waits) {
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(std::chrono::seconds{wait} - 1ms);
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(1ms);
    BOOST_TEST(node.world.requests.size() == ++attempts);
  }
  node.doze(2h);
  BOOST_REQUIRE(node.world.requests.size() == 10u);
  const auto& first = node.world.requests.front();
  for (std::size_t i = 0; i < 10; ++i) {
    const auto& sent = node.world.requests[i];
    BOOST_TEST(sent.body == first.body);
    for (const auto* name : {"X-Service-Signature", "X-Service-Timestamp", "X-Service-Event-ID", "User-Agent"})
      BOOST_TEST(scripted_world::header(sent, name) == scripted_world::header(first, name));
    BOOST_TEST(scripted_world::header(sent, "X-Service-Attempt") == std::to_string(i + 1));
  }
  BOOST_TEST(callback_status_of(node, link) == "failed");
  const auto event = data_of(node.api(http_method::get, node.link_path(link, "/callback"))).as_object();
  BOOST_TEST(text_of(event, "status") == "failed");
  BOOST_TEST(event.at("attempts").as_array().size() == 10u);
}

BOOST_AUTO_TEST_CASE(a_receiver_lengthens_a_wait_and_never_shortens_it) {
  virtual_node node;
  std::string asked = "30";
  node.world.answer_by([&](const outbound_request&) {
    auto made = scripted_world::answered(429);
    made.response_headers = {{"Retry-After", asked}};
    return made;
  });
  const auto link = node.make_link();
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(node.world.requests.size() == 1u);
  node.advance(29'999ms);
  BOOST_TEST(node.world.requests.size() == 1u);
  asked = "1"; // the second attempt's own wait is 20 s
  node.advance(1ms);
  BOOST_TEST(node.world.requests.size() == 2u);
  node.advance(19'999ms);
  BOOST_TEST(node.world.requests.size() == 2u);
  asked = "86400";
  node.advance(1ms);
  BOOST_TEST(node.world.requests.size() == 3u);
  node.advance(512s - 1ms);
  BOOST_TEST(node.world.requests.size() == 3u);
  node.advance(1ms);
  BOOST_TEST(node.world.requests.size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_receiver_may_ask_for_longer_than_our_longest_wait) {
  node_options options;
  options.retries.max_delay = 60s;
  virtual_node node{options};
  node.world.answer_by([](const outbound_request&) {
    auto made = scripted_world::answered(503);
    made.response_headers = {{"Retry-After", "400"}};
    return made;
  });
  pay(node, "FT1");
  for (std::size_t attempts = 1; attempts < 5; ++attempts) {
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(400s - 1ms);
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(1ms);
  }
}

BOOST_AUTO_TEST_CASE(every_status_is_handled_as_the_table_says) {
  virtual_node node;
  for (int status = 100; status <= 599; ++status) {
    node.world.answer_all(status);
    const auto link = pay(node, "S" + std::to_string(status));
    const bool acknowledged = status >= 200 && status < 300;
    const bool retried = status == 408 || status == 429 || status >= 500;
    const std::string expected = acknowledged ? "delivered" : retried ? "pending" : "failed";
    BOOST_TEST_CONTEXT("status " << status) BOOST_TEST(callback_status_of(node, link) == expected);
  }
}

BOOST_AUTO_TEST_CASE(every_kind_of_failure_is_handled_as_the_table_says) {
  struct failure_case {
    failure_class why;
    bool final;
    bool retried;
    bool has_second_look = false; ///< The next attempt, ten seconds later, ends it.
  };
  const failure_case cases[] = {
      {failure_class::dns, false, true},
      {failure_class::dns, true, true, true},
      {failure_class::connect, false, true},
      {failure_class::tls, false, true},
      {failure_class::tls, true, true, true},
      {failure_class::timeout, false, true},
      {failure_class::reset, false, true},
      {failure_class::blocked_destination, true, true, true},
      {failure_class::redirect_rejected, false, false},
  };
  virtual_node node;
  int count = 0;
  for (const auto& [why, final, retried, has_second_look] : cases) {
    node.world.answer_by([why, final](const outbound_request&) { return scripted_world::failed(why, final); });
    const auto link = pay(node, "F" + std::to_string(count++));
    BOOST_TEST_CONTEXT(to_text(why) << (final ? " for good" : ""))
    BOOST_TEST(callback_status_of(node, link) == (retried ? "pending" : "failed"));
    node.advance(10s);
    BOOST_TEST(callback_status_of(node, link) == (retried && !has_second_look ? "pending" : "failed"));
  }
}

BOOST_AUTO_TEST_CASE(a_node_that_is_wrong_about_a_receiver_for_a_moment_ends_nothing) {
  for (const auto why : {failure_class::dns, failure_class::tls, failure_class::blocked_destination}) {
    virtual_node node;
    node.world.answer_by([why](const outbound_request& request) {
      return request.attempt == 1 ? scripted_world::failed(why, true) : scripted_world::answered(200);
    });
    const auto link = pay(node, "M");
    BOOST_TEST(callback_status_of(node, link) == "pending");
    const auto shown = node.api(http_method::get, node.link_path(link, "/callback"));
    BOOST_TEST(shown.body.find(R"("unconfirmed":true)") != std::string::npos);
    node.advance(10s);
    BOOST_TEST(callback_status_of(node, link) == "delivered");
    BOOST_TEST(node.world.requests.size() == 2u);
  }
}

BOOST_AUTO_TEST_CASE(a_lost_answer_is_followed_by_the_next_number_and_the_same_bytes) {
  virtual_node node;
  node.world.answer_by([](const outbound_request&) { return scripted_world::failed(failure_class::reset); });
  const auto link = pay(node, "L");
  node.world.answer_all(200);
  node.advance(10s);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  BOOST_TEST(node.world.requests[1].body == node.world.requests[0].body);
  BOOST_TEST(callback_status_of(node, link) == "delivered");
  node.advance(1h);
  BOOST_TEST(node.world.requests.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_crash_during_an_attempt_is_followed_at_once_by_the_next_number) {
  virtual_node node;
  node.world.hold_all();
  const auto link = pay(node, "C");
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  node.crash_and_restart();
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  BOOST_TEST(scripted_world::header(node.world.requests[1], "X-Service-Attempt") == "2");
  BOOST_TEST(node.world.requests[1].body == node.world.requests[0].body);
  // The second in a row waits as after a network error, so that a crash loop cannot burn all ten.
  node.crash_and_restart();
  BOOST_TEST(node.world.requests.size() == 2u);
  node.world.answer_all(200);
  node.advance(20s - 1ms);
  BOOST_TEST(node.world.requests.size() == 2u);
  node.advance(20s);
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  BOOST_TEST(scripted_world::header(node.world.requests[2], "X-Service-Attempt") == "3");
  BOOST_TEST(callback_status_of(node, link) == "delivered");
}

BOOST_AUTO_TEST_CASE(a_wait_survives_a_restart_and_numbers_go_on) {
  virtual_node node;
  node.world.answer_all(500);
  const auto link = pay(node, "R");
  node.advance(10s); // attempt 2; the next is due at +30 s
  node.crash_and_restart();
  node.world.answer_all(200);
  node.advance(19s);
  BOOST_TEST(node.world.requests.size() == 2u);
  node.advance(16s); // due at +30 s, found by the sweep at the latest then
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  BOOST_TEST(scripted_world::header(node.world.requests[2], "X-Service-Attempt") == "3");
  BOOST_TEST(callback_status_of(node, link) == "delivered");
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_after_an_acknowledgement_even_across_restarts) {
  virtual_node node;
  pay(node, "N");
  node.crash_and_restart();
  node.doze(2h);
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_host_that_has_not_answered_holds_one_slot_and_then_all_of_them) {
  virtual_node node;
  node.world.hold_all();
  for (int i = 0; i < 20; ++i) pay(node, "H" + std::to_string(i));
  BOOST_TEST(node.world.held.size() == 1u);
  node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_TEST(node.world.held.size() == 8u);
  node.world.release(scripted_world::failed(failure_class::timeout));
  node.run();
  BOOST_TEST(node.world.held.size() == 7u);
}

BOOST_AUTO_TEST_CASE(a_hanging_receiver_delays_no_other) {
  virtual_node node;
  node.world.hold_all();
  for (int i = 0; i < 30; ++i) pay(node, "A" + std::to_string(i), "https://hangs.test/cb");
  BOOST_TEST(node.world.held.size() == 1u);
  node.world.answer_all(200);
  const auto link = pay(node, "B", "https://shop.test/cb");
  BOOST_TEST(callback_status_of(node, link) == "delivered");
}

BOOST_AUTO_TEST_CASE(what_the_window_does_not_admit_waits_as_rows_and_is_sent_all_the_same) {
  virtual_node node{{.slots_per_destination = 2, .window_per_line = 4}};
  node.world.hold_all();
  std::vector<json::object> links;
  for (int i = 0; i < 40; ++i) links.push_back(pay(node, "W" + std::to_string(i)));
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 40);
  node.world.answer_all(200);
  while (!node.world.held.empty()) {
    node.world.release(scripted_world::answered(200));
    node.run();
  }
  node.advance(1min);
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 0);
  BOOST_TEST(node.world.requests.size() == 40u);
  std::set<std::string> events;
  for (const auto& request : node.world.requests) events.insert(scripted_world::header(request, "X-Service-Event-ID"));
  BOOST_TEST(events.size() == 40u);
}

BOOST_AUTO_TEST_CASE(a_job_that_waited_long_for_its_slot_lengthens_its_claim_first) {
  virtual_node node;
  node.world.hold_all();
  const auto first = pay(node, "1"), second = pay(node, "2");
  node.advance(40s);
  node.world.answer_all(200);
  node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_TEST(callback_status_of(node, second) == "delivered");
  std::multiset<std::string> numbers;
  for (const auto& request : node.world.requests) numbers.insert(scripted_world::header(request, "X-Service-Attempt"));
  BOOST_TEST(numbers.count("1") == 2u);
}

BOOST_AUTO_TEST_CASE(an_outcome_that_cannot_be_stored_is_kept_and_stored_later) {
  virtual_node node;
  node.world.hold_all();
  const auto link = pay(node, "1");
  {
    const test::foreign_write_lock lock{node.database_file()};
    node.world.release(scripted_world::answered(200));
    node.run();
  }
  BOOST_TEST(callback_status_of(node, link) == "sending");
  node.advance(1s);
  BOOST_TEST(callback_status_of(node, link) == "delivered");
  node.advance(2min);
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
