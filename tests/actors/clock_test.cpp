// What the door says and does while nobody supports the clock of a start.
#include "secrets/hmac.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr const char* elsewhere = "123.30.1.7";

/// A request of the bank as it is signed at this moment, from this address.
http_response feed_at(virtual_node& node, const std::string& body, timestamp signed_at, const std::string& peer,
                      bool is_forged = false) {
  const auto seconds = std::to_string(unix_seconds(signed_at));
  auto request = virtual_node::request_of(
      http_method::post, "/v1.1/bank-feed/MB", body,
      {{"content-type", "application/json"},
       {"x-service-timestamp", seconds},
       {"x-service-signature",
        hmac_sha256{is_forged ? "guessed" : virtual_node::feed_secret}.hex({seconds, ".", body})}});
  request.peer = peer;
  return node.call(std::move(request));
}

bool asks_to_come_again(const http_response& response) {
  return response.status == 503 &&
         std::ranges::any_of(response.headers, [](const auto& header) { return header.first == "Retry-After"; });
}

/// It still wants work: pages, new links, and the request of a bank, which can support the clock.
bool says_it_is_unconfirmed(virtual_node& node) {
  const auto ready = node.call(http_method::get, "/readyz");
  return ready.status == 200 && ready.body.starts_with("ready\nclock.unconfirmed: ");
}

std::string status_of(virtual_node& node, const json::object& link) { return text_of(node.get_link(link), "status"); }

link_status stored_status(virtual_node& node, const json::object& link) {
  return node.rows().ask(find_link{node.workspace, *payment_link_id::parse(text_of(link, "id"))})->status;
}

/// A node that was begun without an NTP client, by a clock that is off by so much, after so long a time.
json::object begin_alone(virtual_node& node, std::chrono::milliseconds off, std::chrono::milliseconds away) {
  auto link = node.make_link();
  node.crash_and_restart([&] {
    node.clock.elapsed += away;
    node.clock.moved = off;
    node.clock.is_synchronized = false;
  });
  return link;
}

} // namespace

BOOST_AUTO_TEST_SUITE(clock_of_a_start)

BOOST_AUTO_TEST_CASE(a_start_by_a_clock_that_is_ahead_closes_no_link_and_says_so) {
  virtual_node node;
  const auto link = begin_alone(node, 25h, 0s);
  node.advance(2500ms);
  BOOST_TEST((stored_status(node, link) == link_status::pending));
  BOOST_TEST(says_it_is_unconfirmed(node));
  const auto body = node.entry("FT1", 150'000, text_of(link, "reference"));
  // The bank has the right time: whose is wrong cannot be said, so it is asked to come again.
  BOOST_TEST(asks_to_come_again(feed_at(node, body, node.clock.now() - 25h, elsewhere)));
  BOOST_TEST(feed_at(node, body, node.clock.now() - 25h, elsewhere, true).status == 401u);

  node.clock.moved = 0s;
  node.advance(3s);
  BOOST_TEST(node.call(http_method::get, "/readyz").body == "ready\n");
  BOOST_TEST(text_of(data_of(feed_at(node, body, node.clock.now(), elsewhere)).as_array().front().as_object(),
                     "result") == "recorded");
  BOOST_TEST(status_of(node, link) == "succeeded");
  // What is signed at another time is a stranger's again.
  BOOST_TEST(feed_at(node, body, node.clock.now() - 25h, elsewhere).status == 401u);
}

BOOST_AUTO_TEST_CASE(after_a_long_time_off_the_first_request_of_a_bank_confirms_the_clock) {
  virtual_node node;
  const auto link = begin_alone(node, 0s, 20h);
  const auto body = node.entry("FT1", 150'000, text_of(link, "reference"));
  node.advance(1s);
  // A connector on this machine has the same clock, and a forger none.
  for (const char* own : {"127.0.0.1", "::1"})
    BOOST_TEST(asks_to_come_again(feed_at(node, body, node.clock.now(), own)), own);
  BOOST_TEST(feed_at(node, body, node.clock.now(), elsewhere, true).status == 401u);
  BOOST_TEST(says_it_is_unconfirmed(node));
  BOOST_TEST(feed_at(node, body, node.clock.now(), elsewhere).status == 200u);
  BOOST_TEST(status_of(node, link) == "succeeded");
  BOOST_TEST(node.call(http_method::get, "/readyz").body == "ready\n");
}

BOOST_AUTO_TEST_CASE(after_a_long_time_off_an_even_clock_is_believed_in_five_minutes) {
  virtual_node node;
  const auto link = begin_alone(node, 0s, 25h);
  node.advance(299s);
  BOOST_TEST((stored_status(node, link) == link_status::pending));
  node.advance(2s);
  BOOST_TEST((stored_status(node, link) == link_status::expired));
}

BOOST_AUTO_TEST_CASE(an_ordinary_restart_needs_nobody) {
  virtual_node node;
  const auto link = begin_alone(node, 0s, 4min);
  BOOST_TEST(node.call(http_method::get, "/readyz").body == "ready\n");
  const auto body = node.entry("FT1", 150'000, text_of(link, "reference"));
  BOOST_TEST(feed_at(node, body, node.clock.now(), "127.0.0.1").status == 200u);
  BOOST_TEST(status_of(node, link) == "succeeded");
}

BOOST_AUTO_TEST_CASE(after_a_long_time_off_money_for_no_link_and_new_links_need_nobody) {
  virtual_node node;
  begin_alone(node, 0s, 20h);
  BOOST_TEST(feed_at(node, node.entry("FT1", 150'000, "hello"), node.clock.now(), "127.0.0.1").status == 200u);
  BOOST_TEST(status_of(node, node.make_link()) == "pending");
}

BOOST_AUTO_TEST_CASE(a_head_that_seems_stale_by_a_clock_in_doubt_is_not_refused_before_its_signature) {
  virtual_node node;
  const auto head = [&](std::chrono::milliseconds off, std::size_t digits = 64) {
    const auto refused = node.judge_head(
        virtual_node::request_of(http_method::post, "/v1.1/bank-feed/MB", {},
                                 {{"x-service-timestamp", std::to_string(unix_seconds(node.clock.now() + off))},
                                  {"x-service-signature", std::string(digits, 'a')}}));
    return refused ? refused->status : 0;
  };
  BOOST_TEST(head(-25h) == 401u);
  begin_alone(node, 25h, 0s);
  BOOST_TEST(head(-25h) == 0u);
  BOOST_TEST(head(-25h, 63) == 401u);
  for (const auto why : {concern::clock_unconfirmed, concern::clock_moved, concern::clock_apart}) {
    for (const auto other : {concern::clock_unconfirmed, concern::clock_moved, concern::clock_apart})
      node.state->set(other, other == why);
    BOOST_TEST(head(25h) == 0u);
  }
  const auto apart = node.call(http_method::get, "/readyz");
  BOOST_TEST(apart.status == 503u);
  BOOST_TEST(apart.body.starts_with("clock.apart: "));
  node.state->set(concern::clock_apart, false);
  BOOST_TEST(head(25h) == 401u);
}

BOOST_AUTO_TEST_CASE(after_a_jump_a_bank_that_seems_late_is_asked_to_come_again) {
  virtual_node node;
  const auto body = node.entry("FT1", 150'000, text_of(node.make_link(), "reference"));
  node.clock.is_synchronized = false;
  node.clock.moved = 2h;
  node.advance(3s);
  BOOST_TEST(asks_to_come_again(feed_at(node, body, node.clock.now() - 2h, elsewhere)));
  node.clock.moved = 0s;
  node.advance(3s);
  BOOST_TEST(feed_at(node, body, node.clock.now(), elsewhere).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_clock_that_is_before_what_was_stored_is_believed_in_an_hour_and_not_sooner) {
  virtual_node node;
  const auto link = begin_alone(node, -2h, 0s);
  const auto body = node.entry("FT1", 150'000, text_of(link, "reference"));
  node.advance(59min);
  BOOST_TEST(asks_to_come_again(feed_at(node, body, node.clock.now(), "127.0.0.1")));
  BOOST_TEST(says_it_is_unconfirmed(node));
  node.advance(62s);
  BOOST_TEST(node.call(http_method::get, "/readyz").body == "ready\n");
  BOOST_TEST(feed_at(node, body, node.clock.now(), "127.0.0.1").status == 200u);
  BOOST_TEST(status_of(node, link) == "succeeded");
}

BOOST_AUTO_TEST_CASE(while_banks_tell_another_time_an_even_clock_is_not_believed) {
  virtual_node node;
  const auto link = begin_alone(node, 25h, 0s);
  const auto body = node.entry("FT1", 150'000, text_of(link, "reference"));
  for (int minutes = 0; minutes < 20; minutes += 4) {
    BOOST_TEST(asks_to_come_again(feed_at(node, body, node.clock.now() - 25h, elsewhere)));
    node.advance(4min);
  }
  BOOST_TEST((stored_status(node, link) == link_status::pending));
}

BOOST_AUTO_TEST_CASE(an_ntp_client_confirms_a_clock_whatever_was_stored) {
  virtual_node node;
  const auto link = begin_alone(node, -3h, 0s);
  node.advance(30min);
  BOOST_TEST(says_it_is_unconfirmed(node));
  node.clock.is_synchronized = true;
  node.advance(2s);
  BOOST_TEST(node.call(http_method::get, "/readyz").body == "ready\n");
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(status_of(node, link) == "succeeded");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
