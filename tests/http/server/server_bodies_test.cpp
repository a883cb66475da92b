// What a body may take before anybody knows whether it is wanted.
#include "http/server/body_budget.hpp"
#include "http/server/server_state.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const std::string feed_head = "POST /v1.1/bank-feed/MB HTTP/1.1\r\nHost: a\r\n";

std::string length_of(std::size_t bytes) { return "Content-Length: " + std::to_string(bytes) + "\r\n\r\n"; }

/// Takes what says `signed: yes`, and refuses all else by its head.
http_server::options choosy(server_limits limits = {}) {
  return {.listen = "127.0.0.1:0",
          .tls_certificate = {},
          .tls_key = {},
          .limits = std::move(limits),
          .refuse_at_head = [](const http_request& head) -> std::optional<http_response> {
            if (head.header("signed") == "yes") return std::nullopt;
            return text_answer("who are you?", 401);
          }};
}

/// Room for as many bytes as four of those who are known, or two of those who are not, may take.
server_limits with_room(std::size_t bytes_of_household) {
  server_limits limits;
  limits.bodies_bytes_max = 4 * bytes_of_household;
  return limits;
}

void count_bytes(http_request request, responder answer) {
  answer.answer(text_answer(std::to_string(request.body.size())));
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_bodies)

BOOST_AUTO_TEST_CASE(what_its_head_condemns_is_refused_before_a_byte_of_its_body_has_come) {
  running_server server{choosy(), echo};
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n";
  for (const auto& framing :
       {length_of(1'000'000), chunked, "Expect: 100-continue\r\n" + length_of(1'000'000), length_of(99'999'999)}) {
    raw_client client{server.port()};
    const auto answer = client.ask(feed_head + framing);
    BOOST_TEST(answer.status == 401u);
    BOOST_TEST(answer.header("connection") == "close");
    BOOST_TEST(client.send(std::string(2'000, 'x'))); // a client that is in the middle of it can still read why
    BOOST_TEST(client.read_to_end() == "");
  }
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_CASE(what_its_head_does_not_condemn_is_read_and_the_connection_stays) {
  running_server server{choosy(), count_bytes};
  raw_client client{server.port()};
  for (const std::size_t bytes : {1u, 70'000u, 1'000'000u}) {
    const auto answer = client.ask(feed_head + "signed: yes\r\n" + length_of(bytes) + std::string(bytes, 'x'));
    BOOST_TEST(answer.status == 200u);
    BOOST_TEST(answer.body == std::to_string(bytes));
    BOOST_TEST(answer.header("connection") == "keep-alive");
  }
}

BOOST_AUTO_TEST_CASE(only_a_feed_may_send_large_bodies_and_nothing_else_below_its_prefix) {
  running_server server{count_bytes};
  const auto status_of = [&](const std::string& line) {
    return raw_client{server.port()}
        .ask(line + " HTTP/1.1\r\nHost: a\r\n" + length_of(100'000) + std::string(100'000, 'x'))
        .status;
  };
  BOOST_TEST(status_of("POST /v1.1/bank-feed/MB") == 200u);
  BOOST_TEST(status_of("POST /v1.1/bank-feed/MB/more") == 413u);
  BOOST_TEST(status_of("PUT /v1.1/bank-feed/MB") == 413u);
  BOOST_TEST(status_of("POST /v1.1/elsewhere") == 413u);
}

BOOST_AUTO_TEST_CASE(half_sent_bodies_share_the_memory_that_there_is_and_one_more_is_503) {
  running_server server{count_bytes, with_room(256 * 1024)};
  const auto whole = feed_head + length_of(200'000) + std::string(200'000, 'x');
  raw_client holder{server.port()};
  holder.send(whole.substr(0, whole.size() - 1));
  BOOST_TEST(running_server::eventually([&] { return server->count().body_bytes >= 200'000; }));
  raw_client second{server.port()};
  const auto refused = second.ask(whole);
  BOOST_TEST(refused.status == 503u);
  BOOST_TEST(refused.header("retry-after") != "");
  BOOST_TEST(refused.header("connection") == "close");
  // Small ones are served meanwhile, and what was held is free again with its answer.
  raw_client small{server.port()};
  BOOST_TEST(small.ask(feed_head + length_of(3) + "abc").body == "3");
  BOOST_TEST(holder.ask("x").body == "200000");
  BOOST_TEST(raw_client{server.port()}.ask(whole).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_body_keeps_its_memory_until_its_request_is_answered) {
  held_requests held;
  running_server server{held.handler(), with_room(256 * 1024)};
  const auto whole = feed_head + length_of(200'000) + std::string(200'000, 'x');
  raw_client first{server.port()};
  first.send(whole);
  auto [request, answer] = held.take();
  first.close();
  BOOST_TEST(raw_client{server.port()}.ask(whole).status == 503u);
  answer.answer(text_answer("nobody hears it"));
  BOOST_TEST(server->count().body_bytes == 0u);
  raw_client third{server.port()};
  third.send(whole);
  held.take().second.answer(text_answer("done"));
  BOOST_TEST(third.read_answer().body == "done");
}

BOOST_AUTO_TEST_CASE(one_household_takes_a_quarter_of_the_memory_of_bodies_and_gives_all_of_it_back) {
  const auto budget = std::make_shared<body_budget>(256 * 1024);
  {
    body_share mine{budget, "a"}, mine_too{budget, "a"}, yours{budget, "b"};
    BOOST_TEST(mine.grow_to(4'096));
    BOOST_TEST(budget->used() == 0u);
    BOOST_TEST(mine.grow_to(48 * 1024));
    BOOST_TEST(mine_too.grow_to(16 * 1024));
    BOOST_TEST(!mine_too.grow_to(16 * 1024 + 1));
    BOOST_TEST(yours.grow_to(64 * 1024));
    BOOST_TEST(!yours.grow_to(64 * 1024 + 1));
    BOOST_TEST(budget->used() == 128u * 1024u);
  }
  BOOST_TEST(budget->used() == 0u);
}

BOOST_AUTO_TEST_CASE(strangers_take_half_of_the_memory_of_bodies_together_and_never_what_banks_need) {
  constexpr std::size_t mib = 1024 * 1024;
  const auto budget = std::make_shared<body_budget>(64 * mib);
  std::vector<std::unique_ptr<body_share>> held;
  const auto take = [&](const std::string& household, std::size_t bytes) {
    held.push_back(std::make_unique<body_share>(budget, household));
    return held.back()->grow_to(bytes);
  };
  for (int stranger = 0; stranger < 8; ++stranger) {
    const auto household = std::to_string(stranger);
    BOOST_TEST(take(household, 2 * mib));
    BOOST_TEST(take(household, 2 * mib));
    BOOST_TEST(!take(household, mib));
  }
  BOOST_TEST(!take("one more", 16 * 1024));
  budget->trust("a bank");
  BOOST_TEST((budget->trusts("a bank") && !budget->trusts("0")));
  BOOST_TEST(take("a bank", 16 * mib));
  BOOST_TEST(!take("a bank", 16 * 1024));
  budget->trust("0"); // what it holds already stays what it was
  BOOST_TEST(budget->used() == 48 * mib);
  held.clear();
  BOOST_TEST(budget->used() == 0u);
  BOOST_TEST(take("0", 16 * mib));
}

BOOST_AUTO_TEST_CASE(a_large_body_of_a_stranger_has_less_time) {
  server_limits limits;
  limits.body_rate_min = 0;
  limits.header_time = limits.strangers_body_time = std::chrono::milliseconds{300};
  running_server server{count_bytes, limits};
  const auto most = feed_head + length_of(200'000) + std::string(199'999, 'x');
  raw_client stranger{server.port()};
  BOOST_TEST(stranger.ask(most).status == 408u);
  server->trust("127.0.0.1");
  raw_client bank{server.port()};
  bank.send(most);
  BOOST_TEST(running_server::eventually([&] { return server->count().body_bytes >= 199'999; }));
  raw_client slow{server.port()}; // whose head has the same time, and begins later
  slow.send("GET / HTTP/1.1\r\n");
  BOOST_TEST(slow.read_answer().status == 408u);
  BOOST_TEST(bank.ask("x").status == 200u);
}

BOOST_AUTO_TEST_CASE(connections_are_counted_by_household_so_that_a_block_of_ipv6_is_one_client) {
  server_limits limits;
  limits.connections_per_address_max = 2;
  server_state state{limits, {}, nullptr, echo};
  BOOST_TEST(state.admit("2001:db8::1"));
  BOOST_TEST(state.admit("2001:db8::2"));
  BOOST_TEST(!state.admit("2001:db8::3"));
  BOOST_TEST(state.admit("2001:db8:0:1::3"));
  state.leave("2001:db8::1");
  BOOST_TEST(state.admit("2001:db8::4"));
  BOOST_TEST(state.admit("192.0.2.1"));
  BOOST_TEST(state.admit("192.0.2.2"));
}

BOOST_AUTO_TEST_SUITE_END()
