#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

using namespace std::chrono_literals;

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(a_store_that_stands_still)

BOOST_AUTO_TEST_CASE(who_waits_for_a_store_that_stands_still_is_sent_away_after_ten_seconds) {
  virtual_node node;
  const auto body = R"({"entries":[)" + node.entry("FT1", 150'000, "hello") + "]}";
  BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
  node.store_stands_still = true;
  node.state->batch_begins(node.clock.uptime());
  const auto bank = node.begin_call(http_method::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  node.advance(5s);
  BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
  node.advance(1ms);
  const auto unready = node.call(http_method::get, "/readyz");
  BOOST_TEST(unready.status == 503u);
  BOOST_TEST(unready.body.find("store.stuck") != std::string::npos);
  node.advance(4s);
  BOOST_TEST(!bank->has_value());
  node.advance(2s);
  BOOST_REQUIRE(bank->has_value());
  BOOST_TEST((*bank)->status == 503u);

  // What comes again when it goes on is recorded once.
  node.store_stands_still = false;
  node.state->batch_ends(true);
  BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
  BOOST_TEST(node.feed(body).status == 200u);
}

BOOST_AUTO_TEST_CASE(who_waits_for_a_store_that_is_only_busy_is_kept) {
  virtual_node node;
  const auto body = R"({"entries":[)" + node.entry("FT1", 150'000, "hello") + "]}";
  node.store_stands_still = true; // one batch follows another, each in time
  const auto bank = node.begin_call(http_method::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  node.advance(60s);
  BOOST_TEST(!bank->has_value());
}

BOOST_AUTO_TEST_CASE(whether_the_database_answers_is_told_in_time_when_it_does_not) {
  virtual_node node;
  node.reader_stands_still = true;
  const auto probe = node.begin_call(http_method::get, "/readyz", {}, {});
  node.advance(1'999ms);
  BOOST_TEST(!probe->has_value());
  node.advance(1s);
  BOOST_REQUIRE(probe->has_value());
  BOOST_TEST((*probe)->status == 503u);
  BOOST_TEST((*probe)->body.starts_with("the database does not respond\n"));
}

BOOST_AUTO_TEST_CASE(who_waits_for_a_query_that_does_not_end_is_sent_away_after_ten_seconds) {
  virtual_node node;
  const auto body = R"({"entries":[)" + node.entry("FT1", 150'000, "hello") + "]}";
  const auto link = node.make_link();
  node.reader_stands_still = true;
  node.state->read_begins(1, node.clock.uptime() + readiness::read_time_max);
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  const auto merchant = node.begin_call(http_method::get, path, {}, {{"authorization", "Bearer " + node.token}});
  const auto payer = node.begin_call(http_method::get, "/l/" + text_of(link, "public_id"), {}, {});
  const auto bank = node.begin_call(http_method::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  node.advance(9'999ms);
  BOOST_TEST(!merchant->has_value());
  BOOST_TEST(!payer->has_value());
  BOOST_TEST(!bank->has_value());
  node.advance(1s);
  BOOST_REQUIRE(merchant->has_value());
  BOOST_TEST((*merchant)->status == 503u);
  BOOST_TEST((*merchant)->body.find("The database did not respond in time") != std::string::npos);
  BOOST_REQUIRE(payer->has_value());
  BOOST_TEST((*payer)->status == 503u);
  BOOST_TEST((*payer)->content_type.starts_with("text/html"));
  BOOST_REQUIRE(bank->has_value());
  BOOST_TEST((*bank)->status == 503u);
  node.reader_stands_still = false;
  BOOST_TEST(node.call(http_method::get, "/readyz").body.find("reads.stuck") != std::string::npos);
  node.state->read_ends(1);
  BOOST_TEST(node.feed(body).status == 200u);
}

BOOST_AUTO_TEST_CASE(when_a_reader_of_lists_hangs_lists_alone_are_sent_away) {
  virtual_node node;
  node.lister_stands_still = true;
  node.state->read_begins(readiness::readers_max, node.clock.uptime() + readiness::read_time_max);
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  const auto list = node.begin_call(http_method::get, path, {}, {{"authorization", "Bearer " + node.token}});
  node.advance(9'999ms);
  BOOST_TEST(!list->has_value());
  const auto ready = node.call(http_method::get, "/readyz");
  BOOST_TEST(ready.status == 200u);
  BOOST_TEST(ready.body.find("lists.stuck") != std::string::npos);
  node.advance(1s);
  BOOST_REQUIRE(list->has_value());
  BOOST_TEST((*list)->status == 503u);
  BOOST_TEST(text_of(node.get_link(node.pay_link()), "status") == "succeeded");
}

// Another thread may send the caller away at any moment.
BOOST_AUTO_TEST_CASE(a_call_is_answered_once_whoever_else_speaks_to_it) {
  struct counting_channel final : responder::channel {
    explicit counting_channel(std::atomic<int>& to) : answers{to} {}
    void answer(http_response) override { ++answers; }
    void subscribe(std::string topic) override { topics.push_back(std::move(topic)); }
    std::atomic<int>& answers;
    std::vector<std::string> topics;
  };
  const auto with = [](unsigned status) {
    http_response response;
    response.status = status;
    return response;
  };
  std::atomic<int> answers = 0;
  constexpr int calls = 2'000;
  for (int i = 0; i < calls; ++i) {
    http_call call;
    call.reply = responder{std::make_unique<counting_channel>(answers)};
    std::atomic<bool> go = false;
    std::jthread reader{[&] {
      while (!go) std::this_thread::yield();
      call.count_against({});
      call.subscribe("a link, whose name is too long for the place of a short one");
      call.answer(with(i % 2 == 0 ? 100 : 200));
    }};
    go = true;
    call.answer(with(503));
  }
  BOOST_TEST(answers == calls);
}

BOOST_AUTO_TEST_CASE(a_node_whose_database_takes_nothing_is_not_ready) {
  virtual_node node;
  node.state->batch_ends(false);
  const auto unready = node.call(http_method::get, "/readyz");
  BOOST_TEST(unready.status == 503u);
  BOOST_TEST(unready.body.find("store.unavailable") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
