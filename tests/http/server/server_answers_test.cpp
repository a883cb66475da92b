// What a handler is given, and how its answer goes out.
#include "http/server/trace_id.hpp"
#include "http/wire/envelope.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

std::string get(const std::string& path, const std::string& headers = {}) {
  return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

http_request request_heard(const std::string& bytes,
                           http_server::options with = {
                               .listen = "127.0.0.1:0", .tls_certificate = {}, .tls_key = {}, .limits = {}}) {
  held_requests held;
  running_server server{std::move(with), held.handler()};
  raw_client client{server.port()};
  client.send(bytes);
  return held.take().first;
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_answers)

BOOST_AUTO_TEST_CASE(a_request_arrives_whole_and_decoded) {
  const auto request = request_heard("PUT /a/b%20c/%C3%A9?x=1&y=a+b%2Bc&x=2&flag HTTP/1.1\r\nHost: a\r\nX-Two-Words:  "
                                     "v w \r\nContent-Length: 2\r\n\r\nhi");
  BOOST_TEST((request.method == http_method::put));
  BOOST_TEST(request.path == "/a/b%20c/%C3%A9");
  BOOST_TEST(request.segments == (std::vector<std::string>{"a", "b c", "\xc3\xa9"}), boost::test_tools::per_element());
  BOOST_TEST(*request.parameter("x") == "1");
  BOOST_TEST(*request.parameter("y") == "a b+c");
  BOOST_TEST(*request.parameter("flag") == "");
  BOOST_TEST(!request.parameter("z"));
  BOOST_TEST(request.query.size() == 4u);
  BOOST_TEST(request.header("x-two-words") == "v w");
  BOOST_TEST(request.body == "hi");
  BOOST_TEST(request.peer == "127.0.0.1");
}

BOOST_AUTO_TEST_CASE(the_trace_id_is_the_callers_when_it_is_valid) {
  const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736", parent = "-00f067aa0ba902b7-01";
  BOOST_TEST(request_heard(get("/x", "traceparent: 00-" + trace + parent + "\r\n")).trace_id == trace);
  for (const auto& bad : {std::string{""}, "00-" + trace, "ff-" + trace + parent, "00-" + std::string(32, '0') + parent,
                          "00-" + trace + "-0000000000000000-01", "00-" + trace + parent + "-x",
                          "00-4BF92F3577B34DA6A3CE929D0E0E4736" + parent}) {
    BOOST_TEST(!parse_traceparent(bad));
    const auto made = request_heard(get("/x", "traceparent: " + bad + "\r\n")).trace_id;
    BOOST_TEST(made.size() == 32u);
    BOOST_TEST(made != trace);
  }
  BOOST_TEST(
      request_heard(get("/x", "traceparent: 00-" + trace + parent + "\r\ntraceparent: 00-" + trace + parent + "\r\n"))
          .trace_id != trace);
  BOOST_TEST((parse_traceparent("01-" + trace + parent + "-more") == trace));
}

BOOST_AUTO_TEST_CASE(the_client_behind_a_trusted_proxy_is_the_last_hop_that_is_none) {
  const auto heard_from = [](std::vector<std::string> proxies, const std::string& headers) {
    http_server::options with{.listen = "127.0.0.1:0", .tls_certificate = {}, .tls_key = {}, .limits = {}};
    for (const auto& text : proxies) with.trusted_proxies.push_back(*network::parse(text));
    return request_heard(get("/x", headers), std::move(with)).peer;
  };
  BOOST_TEST(heard_from({}, "X-Forwarded-For: 1.2.3.4\r\n") == "127.0.0.1");
  BOOST_TEST(heard_from({"127.0.0.0/8"}, "") == "127.0.0.1");
  BOOST_TEST(heard_from({"127.0.0.0/8"}, "X-Forwarded-For: 6.6.6.6, 1.2.3.4\r\n") == "1.2.3.4");
  BOOST_TEST(heard_from({"127.0.0.0/8", "10.0.0.0/8"},
                        "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 1.2.3.4, 10.0.0.1\r\n") == "1.2.3.4");
  BOOST_TEST(heard_from({"127.0.0.0/8"}, "X-Forwarded-For: 1.2.3.4, junk\r\n") == "127.0.0.1");
}

BOOST_AUTO_TEST_CASE(every_answer_carries_the_servers_headers) {
  const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  running_server server{[](http_request, responder answer) {
    auto response = text_answer("body");
    response.headers = {{"X-Own", "1"}, {"Content-Length", "99"}, {"X-Broken", "a\r\nSet-Cookie: b"}};
    answer.answer(std::move(response));
  }};
  raw_client client{server.port()};
  const auto answer = client.ask(get("/x", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01\r\n"));
  BOOST_TEST(answer.header("x-request-id") == trace);
  BOOST_TEST(answer.header("content-length") == "4");
  BOOST_TEST(answer.header("content-type") == "text/plain");
  BOOST_TEST(answer.header("x-content-type-options") == "nosniff");
  BOOST_TEST(answer.header("cache-control") == "no-store");
  BOOST_TEST(answer.header("connection") == "keep-alive");
  BOOST_TEST(answer.header("date").ends_with(" GMT"));
  BOOST_TEST(answer.header("x-own") == "1");
  BOOST_TEST(answer.head.find("Set-Cookie") == answer.head.npos);
  BOOST_TEST(answer.head.find("99") == answer.head.npos);
}

BOOST_AUTO_TEST_CASE(a_public_https_address_is_strict_also_where_a_proxy_ends_tls) {
  for (const bool is_public_over_tls : {false, true}) {
    running_server server{{.listen = "127.0.0.1:0",
                           .tls_certificate = {},
                           .tls_key = {},
                           .limits = {},
                           .is_public_over_tls = is_public_over_tls},
                          echo};
    raw_client client{server.port()};
    const std::string wanted = is_public_over_tls ? "max-age=31536000" : "";
    BOOST_TEST(client.ask(get_x).header("strict-transport-security") == wanted);
    // A refusal of the server itself, too.
    BOOST_TEST(client.ask("GET /x HTTP/1.1\r\n\r\n").header("strict-transport-security") == wanted);
  }
}

BOOST_AUTO_TEST_CASE(a_response_may_set_its_own_caching) {
  running_server server{[](http_request, responder answer) {
    auto response = text_answer("body");
    response.headers = {{"cache-control", "max-age=60"}};
    answer.answer(std::move(response));
  }};
  const auto answer = raw_client{server.port()}.ask(get_x);
  BOOST_TEST(answer.header("cache-control") == "max-age=60");
  BOOST_TEST(answer.head.find("no-store") == answer.head.npos);
}

BOOST_AUTO_TEST_CASE(pipelined_requests_run_one_at_a_time_and_are_answered_in_order) {
  held_requests held;
  running_server server{held.handler()};
  raw_client client{server.port()};
  client.send(get("/1") + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + get("/3"));
  for (const std::string path : {"/1", "/2", "/3"}) {
    auto [request, answer] = held.take();
    BOOST_TEST(request.path == path);
    BOOST_TEST(server->count().in_flight == 1);
    answer.answer(text_answer(path));
    BOOST_TEST(client.read_answer().body == path);
  }
}

BOOST_AUTO_TEST_CASE(a_connection_stays_or_closes_as_the_client_asks) {
  running_server server{echo};
  struct row {
    std::string bytes, connection;
  };
  const std::vector<row> rows{
      {get_x, "keep-alive"},
      {get("/x", "Connection: close\r\n"), "close"},
      {"GET /x HTTP/1.0\r\n\r\n", "close"},
      {"GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive"},
  };
  for (const auto& [bytes, connection] : rows) {
    BOOST_TEST_CONTEXT(bytes) {
      raw_client client{server.port()};
      BOOST_TEST(client.ask(bytes).header("connection") == connection);
      if (connection == "close")
        BOOST_TEST(client.read_to_end() == "");
      else
        BOOST_TEST(client.ask(bytes).status == 200u);
    }
  }
}

BOOST_AUTO_TEST_CASE(head_is_answered_as_get_without_the_body) {
  running_server server{[](http_request, responder answer) { answer.answer(text_answer("12345")); }};
  raw_client client{server.port()};
  const auto answer = client.ask("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n", true);
  BOOST_TEST(answer.status == 200u);
  BOOST_TEST(answer.header("content-length") == "5");
  // The next answer begins where the header ended.
  BOOST_TEST(client.ask(get_x).body == "12345");
}

BOOST_AUTO_TEST_CASE(an_answer_without_content_has_no_length) {
  running_server server{[](http_request request, responder answer) {
    http_response response;
    response.status = request.path == "/204" ? 204 : 304;
    answer.answer(std::move(response));
  }};
  raw_client client{server.port()};
  for (const std::string path : {"/204", "/304"}) {
    const auto answer = client.ask(get(path));
    BOOST_TEST(answer.header("content-length") == "");
    BOOST_TEST(answer.header("content-type") == "");
  }
}

BOOST_AUTO_TEST_CASE(a_dropped_responder_is_an_internal_error) {
  held_requests held;
  running_server server{held.handler()};
  raw_client client{server.port()};
  client.send(get_x);
  {
    auto dropped = held.take();
  }
  const auto answer = client.read_answer();
  BOOST_TEST(answer.status == 500u);
  BOOST_TEST(answer.body.find("INTERNAL_ERROR") != answer.body.npos);
  BOOST_TEST(server->count().in_flight == 0);
}

BOOST_AUTO_TEST_CASE(a_handler_that_throws_is_an_internal_error_and_the_server_lives) {
  running_server server{[](http_request request, responder answer) {
    if (request.path == "/bad") throw std::runtime_error("bug");
    answer.answer(text_answer("fine"));
  }};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get("/bad")).status == 500u);
  BOOST_TEST(client.ask(get("/good")).body == "fine");
}

BOOST_AUTO_TEST_CASE(an_answer_after_the_client_has_left_goes_nowhere) {
  held_requests held;
  running_server server{held.handler()};
  {
    raw_client client{server.port()};
    client.send(get_x);
    auto [request, answer] = held.take();
    client.close();
    answer.answer(text_answer("too late"));
  }
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_open == 0; }));
  BOOST_TEST(server->count().in_flight == 0);
}

BOOST_AUTO_TEST_CASE(an_answer_after_the_servers_end_goes_nowhere) {
  held_requests held;
  std::optional<responder> kept;
  {
    running_server server{held.handler()};
    raw_client client{server.port()};
    client.send(get_x);
    kept = held.take().second;
  }
  kept->subscribe("topic");
  kept->answer(text_answer("too late"));
  BOOST_TEST(!*kept);
}

BOOST_AUTO_TEST_CASE(a_second_answer_does_nothing) {
  running_server server{[](http_request, responder answer) {
    answer.answer(text_answer("first"));
    answer.answer(text_answer("second"));
  }};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get_x).body == "first");
  BOOST_TEST(client.ask(get_x).body == "first");
}

BOOST_AUTO_TEST_CASE(a_large_answer_arrives_whole) {
  const std::string large(3 * 1024 * 1024, 'x');
  running_server server{[&](http_request, responder answer) { answer.answer(text_answer(large)); }};
  raw_client client{server.port()};
  BOOST_TEST((client.ask(get_x).body == large));
  BOOST_TEST((client.ask(get_x).body == large));
}

BOOST_AUTO_TEST_CASE(a_lasting_body_arrives_whole_and_not_for_head) {
  static const auto text = std::string(3'000'000, 'x') + "end";
  running_server server{[](http_request, responder answer) {
    auto response = text_answer("begin");
    response.lasting_body = text;
    answer.answer(std::move(response));
  }};
  raw_client client{server.port()};
  for (int times = 0; times < 2; ++times) {
    client.send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n");
    BOOST_TEST(client.read_answer(true).header("content-length") == "3000008");
    client.send(get_x);
    BOOST_TEST((client.read_answer().body == "begin" + text));
  }
}

BOOST_AUTO_TEST_CASE(answers_from_many_threads_reach_their_own_clients) {
  held_requests held;
  running_server server{held.handler()};
  std::jthread worker{[&] {
    for (int i = 0; i < 200; ++i) {
      auto [request, answer] = held.take();
      answer.answer(text_answer(request.path));
    }
  }};
  std::vector<raw_client> clients;
  for (int i = 0; i < 20; ++i) clients.emplace_back(server.port());
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 20; ++i) clients[static_cast<std::size_t>(i)].send(get("/" + std::to_string(i)));
    for (int i = 0; i < 20; ++i)
      BOOST_TEST(clients[static_cast<std::size_t>(i)].read_answer().body == "/" + std::to_string(i));
  }
}

BOOST_AUTO_TEST_SUITE_END()
