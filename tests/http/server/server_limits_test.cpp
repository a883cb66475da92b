// Every bound of the server, shortened.
#include "http/wire/early_end.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

std::string post_of(std::size_t length, const std::string& path = "/x") {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n" +
         std::string(length, 'b');
}

std::string chunked_post_of(std::size_t length) {
  std::string text = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (std::size_t sent = 0; sent < length; sent += 10) text += "a\r\n0123456789\r\n";
  return text + "0\r\n\r\n";
}

// One deadline short, the others as they are: a busy machine must not meet a second one on the way.
template <class Duration>
server_limits with_short(Duration server_limits::* deadline, Duration time = Duration{100}) {
  server_limits limits;
  limits.*deadline = time;
  return limits;
}

/// `SO_SNDBUF` of the connections that a server of this program has accepted.
std::vector<int> send_buffers_of(std::uint16_t server_port) {
  std::vector<int> sizes;
  for (const auto& file : std::filesystem::directory_iterator{"/proc/self/fd"}) {
    const int socket = std::stoi(file.path().filename());
    sockaddr_in local{}, remote{};
    socklen_t local_bytes = sizeof local, remote_bytes = sizeof remote;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&local), &local_bytes) != 0 || local.sin_family != AF_INET ||
        ntohs(local.sin_port) != server_port ||
        ::getpeername(socket, reinterpret_cast<sockaddr*>(&remote), &remote_bytes) != 0)
      continue;
    int size = 0;
    socklen_t size_bytes = sizeof size;
    ::getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, &size_bytes);
    sizes.push_back(size);
  }
  return sizes;
}

/// What the kernel holds of the answers of a server, sent or not, until their readers have it.
std::size_t bytes_kept_by_kernel(std::uint16_t server_port) {
  std::ifstream sockets{"/proc/net/tcp"};
  std::size_t sum = 0;
  std::string line;
  std::getline(sockets, line);
  while (std::getline(sockets, line)) {
    std::istringstream fields{line};
    std::string number, local, remote, state, queues;
    fields >> number >> local >> remote >> state >> queues;
    if (std::stoul(local.substr(local.find(':') + 1), nullptr, 16) == server_port && state != "0A") // but its listener
      sum += std::stoul(queues, nullptr, 16);
  }
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_limits_hold)

BOOST_AUTO_TEST_CASE(a_header_that_dribbles_is_timed_out) {
  running_server server{echo, with_short(&server_limits::header_time, 1'000ms)};
  raw_client client{server.port()};
  const auto answer = client.ask("GET /x HTTP/1.1\r\nHo");
  BOOST_TEST(answer.status == 408u);
  BOOST_TEST(answer.body.find("MALFORMED_REQUEST") != answer.body.npos);
  BOOST_TEST(client.read_to_end() == "");
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_CASE(a_body_that_dribbles_is_timed_out) {
  running_server server{echo, with_short(&server_limits::body_time)};
  for (const std::string start : {"Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
                                  "Transfer-Encoding: chunked\r\n\r\n1;a=\"x\r\n"}) {
    raw_client client{server.port()};
    BOOST_TEST(client.ask("POST /x HTTP/1.1\r\nHost: a\r\n" + start).status == 408u);
    BOOST_TEST(client.read_to_end() == "");
  }
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_CASE(a_body_below_the_least_rate_is_cut_before_its_time) {
  auto limits = with_short(&server_limits::body_time, std::chrono::milliseconds{1h});
  limits.body_rate_grace = 60ms;
  running_server server{echo, limits};
  raw_client client{server.port()};
  BOOST_TEST(client.ask("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc").status == 408u);
}

BOOST_AUTO_TEST_CASE(idle_connections_are_closed_without_a_word) {
  running_server silence{echo, with_short(&server_limits::header_time)};
  BOOST_TEST(raw_client{silence.port()}.read_to_end() == "");
  running_server server{echo, with_short(&server_limits::idle_time)};
  raw_client kept{server.port()};
  BOOST_TEST(kept.ask(get_x).status == 200u);
  BOOST_TEST(kept.read_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_its_answer_is_dropped) {
  running_server server{
      [](http_request, responder answer) { answer.answer(text_answer(std::string(16 * 1024 * 1024, 'x'))); },
      with_short(&server_limits::write_time)};
  raw_client client{server.port()};
  client.shrink_receive_buffer();
  client.send(get_x);
  BOOST_TEST(running_server::eventually([&] { return server.calls == 1; }));
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_open == 0; }));
}

BOOST_AUTO_TEST_CASE(a_client_that_reads_below_the_least_rate_is_dropped_although_it_never_stalls) {
  auto limits = with_short(&server_limits::write_time, std::chrono::milliseconds{1h});
  limits.answer_rate_grace = 100ms;
  limits.answer_rate_min = std::size_t{1} << 40;
  running_server server{
      [](http_request, responder answer) { answer.answer(text_answer(std::string(16 * 1024 * 1024, 'x'))); }, limits};
  raw_client client{server.port()};
  client.shrink_receive_buffer();
  client.send(get_x);
  BOOST_TEST(running_server::eventually([&] { return server.calls == 1; }));
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_open == 0; }));
}

BOOST_AUTO_TEST_CASE(what_an_answer_keeps_is_kept_until_it_is_sent) {
  const auto kept = std::make_shared<const char>();
  running_server server{[&kept](http_request request, responder answer) {
                          auto large = text_answer(std::string(request.path == "/large" ? 16 * 1024 * 1024 : 10, 'x'));
                          large.kept = kept;
                          answer.answer(std::move(large));
                        },
                        with_short(&server_limits::write_time, std::chrono::milliseconds{1h})};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get_x).status == 200u);
  BOOST_TEST(running_server::eventually([&] { return kept.use_count() == 1; }));
  client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(client.read_head().status == 200u);
  BOOST_TEST(kept.use_count() == 2);
  BOOST_TEST(client.read(16 * 1024 * 1024).size() == 16u * 1024 * 1024);
  BOOST_TEST(running_server::eventually([&] { return kept.use_count() == 1; }));
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_to_end_early_takes_its_connection_along) {
  const auto end = std::make_shared<early_end>();
  running_server server{[&end](http_request request, responder answer) {
                          auto large = text_answer(std::string(request.path == "/large" ? 16 * 1024 * 1024 : 10, 'x'));
                          if (request.path == "/large") large.may_end = end;
                          answer.answer(std::move(large));
                        },
                        with_short(&server_limits::write_time, std::chrono::milliseconds{1h})};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get_x).status == 200u);
  client.shrink_receive_buffer();
  client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(client.read_head().status == 200u);
  end->ask();
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_open == 0; }));
  BOOST_TEST(client.read_to_end().size() < 16u * 1024 * 1024);
}

BOOST_AUTO_TEST_CASE(the_kernel_takes_no_more_of_an_answer_than_it_is_told) {
  running_server server{[](http_request, responder answer) { answer.answer(text_answer("x")); }};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get_x).status == 200u);
  const auto sizes = send_buffers_of(server.port());
  BOOST_TEST(sizes.size() == 1u);
  for (const auto size : sizes) BOOST_TEST(size == 2 * 128 * 1024); // Linux doubles it
}

BOOST_AUTO_TEST_CASE(what_a_client_does_not_read_waits_with_us_and_is_thrown_away_with_its_connection) {
  running_server server{
      [](http_request, responder answer) { answer.answer(text_answer(std::string(16 * 1024 * 1024, 'x'))); },
      with_short(&server_limits::write_time, 1'000ms)};
  raw_client client{server.port()};
  client.shrink_receive_buffer();
  client.send(get_x);
  std::size_t kept_most = 0;
  BOOST_TEST(running_server::eventually([&] {
    kept_most = std::max(kept_most, bytes_kept_by_kernel(server.port()));
    return server.calls == 1 && server->count().connections_open == 0;
  }));
  BOOST_TEST(kept_most > 0u);
  BOOST_TEST(kept_most < 1024u * 1024); // by itself it would take megabytes
  BOOST_TEST(bytes_kept_by_kernel(server.port()) == 0u);
}

BOOST_AUTO_TEST_CASE(a_handler_that_never_answers_becomes_503_and_its_late_answer_is_nobodys) {
  held_requests held;
  running_server server{held.handler(), with_short(&server_limits::answer_time)};
  raw_client client{server.port()};
  const auto timed_out = client.ask(get_x);
  BOOST_TEST(timed_out.status == 503u);
  BOOST_TEST(timed_out.header("retry-after") != "");
  BOOST_TEST(timed_out.header("connection") == "keep-alive");
  BOOST_TEST(server->count().in_flight == 1);
  auto [first, late] = held.take();
  client.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
  auto [second, answer] = held.take();
  late.answer(text_answer("late"));
  answer.answer(text_answer("in time"));
  BOOST_TEST(client.read_answer().body != "late"); // which of the two it is, depends on how busy the machine is
  BOOST_TEST(server->count().in_flight == 0);
}

BOOST_AUTO_TEST_CASE(bodies_over_the_limit_are_413_and_feeds_and_statements_have_their_own) {
  server_limits limits;
  limits.body_bytes_max = 1000;
  limits.large_body_bytes_max = 3000;
  running_server server{
      [](http_request request, responder answer) { answer.answer(text_answer(std::to_string(request.body.size()))); },
      limits};
  const std::vector<std::pair<std::string, std::string>> cases{
      {post_of(1000), "1000"},
      {post_of(1001), ""},
      {chunked_post_of(1000), "1000"},
      {chunked_post_of(1010), ""},
      {post_of(3000, "/v1.1/bank-feed/MB"), "3000"},
      {post_of(3001, "/v1.1/bank-feed/MB"), ""},
      {post_of(1001, "/v1.1/bank-feed/MB/more"), ""},
      {post_of(3000, "/v1.1/bank-accounts/ws_1/ba_1/import"), "3000"},
      {post_of(3000, "/v1.1/bank-accounts/ws_1/ba_1/import?a=b"), "3000"},
      {post_of(3001, "/v1.1/bank-accounts/ws_1/ba_1/import"), ""},
      {post_of(1001, "/v1.1/bank-accounts/ws_1/ba_1/otp"), ""},
      {post_of(1001, "/v1.1/payment-links/ws_1?/import"), ""},
      {"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", ""},
  };
  for (const auto& [bytes, body] : cases) {
    BOOST_TEST_CONTEXT(bytes.substr(0, 60)) {
      raw_client client{server.port()};
      const auto answer = client.ask(bytes);
      BOOST_TEST(answer.status == (body.empty() ? 413u : 200u));
      if (!body.empty()) BOOST_TEST(answer.body == body);
      if (body.empty()) BOOST_TEST(answer.body.find("PAYLOAD_TOO_LARGE") != answer.body.npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_refused_client_that_goes_on_sending_still_reads_why) {
  running_server server{echo};
  raw_client client{server.port()};
  client.send(post_of(1024 * 1024));
  BOOST_TEST(client.read_answer().status == 413u);
}

BOOST_AUTO_TEST_CASE(continue_is_sent_only_for_a_body_that_is_wanted) {
  running_server server{echo};
  const std::string start = "POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ";
  raw_client wanted{server.port()};
  BOOST_TEST(wanted.ask(start + "3\r\n\r\n").status == 100u);
  BOOST_TEST(wanted.ask("abc").body == "POST /x abc");
  raw_client unwanted{server.port()};
  BOOST_TEST(unwanted.ask(start + "9999999\r\n\r\n").status == 413u);
  raw_client impatient{server.port()};
  BOOST_TEST(impatient.ask(start + "3\r\n\r\nabc").body == "POST /x abc");
}

BOOST_AUTO_TEST_CASE(a_connection_serves_only_so_many_requests) {
  server_limits limits;
  limits.requests_per_connection_max = 2;
  running_server server{echo, limits};
  raw_client client{server.port()};
  client.send(get_x + get_x + get_x);
  BOOST_TEST(client.read_answer().header("connection") == "keep-alive");
  BOOST_TEST(client.read_answer().header("connection") == "close");
  BOOST_TEST(client.read_to_end() == "");
  BOOST_TEST(server.calls == 2);
}

BOOST_AUTO_TEST_CASE(a_thousand_pipelined_requests_are_answered_in_order_and_no_more) {
  running_server server{echo};
  raw_client client{server.port()};
  std::string all;
  for (int i = 0; i < 1'010; ++i) all += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  client.send(all);
  for (int i = 0; i < 1'000; ++i) {
    const auto answer = client.read_answer();
    BOOST_TEST(answer.body == "GET /" + std::to_string(i) + " ");
    BOOST_TEST(answer.header("connection") == (i < 999 ? "keep-alive" : "close"));
  }
  BOOST_TEST(client.read_to_end() == "");
  BOOST_TEST(server.calls == 1'000);
}

BOOST_AUTO_TEST_CASE(an_address_with_too_many_connections_is_turned_away) {
  server_limits limits;
  limits.connections_per_address_max = 2;
  running_server server{echo, limits};
  raw_client first{server.port()}, second{server.port()};
  BOOST_TEST(first.ask(get_x).status == 200u);
  BOOST_TEST(second.ask(get_x).status == 200u);
  raw_client third{server.port()};
  BOOST_TEST(third.read_to_end() == "");
  BOOST_TEST(server->count().connections_refused == 1u);
  first.close();
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_open == 1; }));
  raw_client fourth{server.port()};
  BOOST_TEST(fourth.ask(get_x).status == 200u);
}

BOOST_AUTO_TEST_CASE(beyond_the_cap_connections_wait_to_be_accepted) {
  server_limits limits;
  limits.connections_max = 2;
  running_server server{echo, limits};
  raw_client first{server.port()}, second{server.port()};
  BOOST_TEST(first.ask(get_x).status == 200u);
  BOOST_TEST(second.ask(get_x).status == 200u);
  raw_client third{server.port()};
  third.send(get_x);
  // The others are served meanwhile, so the server has had every chance to take the third.
  for (int i = 0; i < 50; ++i) BOOST_TEST(first.ask(get_x).status == 200u);
  BOOST_TEST(server->count().connections_accepted == 2u);
  second.close();
  BOOST_TEST(third.read_answer().status == 200u);
}

BOOST_AUTO_TEST_CASE(beyond_the_limit_in_flight_requests_are_503_and_the_connection_stays) {
  server_limits limits;
  limits.in_flight_max = 1;
  held_requests held;
  running_server server{held.handler(), limits};
  raw_client first{server.port()}, second{server.port()};
  first.send(get_x);
  auto [request, answer] = held.take();
  const auto refused = second.ask(get_x);
  BOOST_TEST(refused.status == 503u);
  BOOST_TEST(refused.header("retry-after") == "1");
  answer.answer(text_answer("done"));
  BOOST_TEST(first.read_answer().body == "done");
  second.send(get_x);
  held.take().second.answer(text_answer("done"));
  BOOST_TEST(second.read_answer().status == 200u);
}

BOOST_AUTO_TEST_SUITE_END()
