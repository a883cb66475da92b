// Everything that two readers of the same bytes could read in two ways is refused, and nothing behind it is ever run.
#include "tests/http/server/running_server.hpp"
#include "tests/http/server/smuggling_probes.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>

using namespace paylink;

namespace {

std::string request_of(const std::string& target) { return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n"; }
std::string post(const std::string& headers, const std::string& body) {
  return "POST /x HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}
std::string with_host(const std::string& lines) { return "GET /x HTTP/1.1\r\n" + lines + "\r\n"; }

std::string hundred_headers() {
  std::string text = "Host: a\r\n"; // counts as one
  for (int i = 1; i < 100; ++i) text += "a: b\r\n";
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_guard)

BOOST_AUTO_TEST_CASE(every_probe_is_sent_in_bytes_of_its_own) {
  std::set<std::string> distinct;
  for (const auto& probe : smuggling_probes()) distinct.insert(probe.bytes);
  BOOST_TEST(distinct.size() == smuggling_probes().size());
  BOOST_TEST(distinct.size() >= 130u);
}

BOOST_AUTO_TEST_CASE(what_is_ambiguous_is_refused_closed_and_never_run) {
  running_server server{echo};
  const auto probes = smuggling_probes();
  for (const auto& probe : probes) {
    BOOST_TEST_CONTEXT(probe.name) {
      raw_client client{server.port()};
      client.send(probe.bytes);
      const auto answer = client.read_answer();
      BOOST_TEST(answer.status == probe.status);
      BOOST_TEST(answer.header("connection") == "close");
      BOOST_TEST(answer.header("x-request-id").size() == 32u);
      BOOST_TEST(answer.body.starts_with("{\"success\":false,\"error\":{\"code\":\""));
      BOOST_TEST(answer.body.find(std::string{answer.header("x-request-id")}) != answer.body.npos);
      BOOST_TEST(client.read_to_end() == "");
      BOOST_TEST(server.calls == 0);
    }
  }
  BOOST_TEST(server->count().requests_refused == probes.size());
}

BOOST_AUTO_TEST_CASE(what_is_ambiguous_is_refused_however_it_is_cut_into_packets) {
  running_server server{echo};
  for (const auto& probe : smuggling_probes()) {
    if (probe.bytes.size() > 300) continue;
    BOOST_TEST_CONTEXT(probe.name) {
      raw_client client{server.port()};
      for (const char byte : probe.bytes)
        if (!client.send({&byte, 1})) break;
      BOOST_TEST(client.read_answer().status == probe.status);
      BOOST_TEST(server.calls == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_unusual_but_clear_is_served) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {request_of("/x"), "GET /x "},
      {request_of("/"), "GET / "},
      {request_of("/a%20b?c"), "GET /a%20b "},
      {"\r\n" + request_of("/x"), "GET /x "},
      {"GET /x HTTP/1.0\r\n\r\n", "GET /x "},
      {"GET /x HTTP/1.1\r\nhOsT: [::1]:8080\r\n\r\n", "GET /x "},
      {with_host(hundred_headers()), "GET /x "},
      {request_of("/" + std::string(2047, 'a')), "GET /" + std::string(2047, 'a') + " "},
      {"purge /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {std::string(10'000, 'M') + " /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {"TRACE /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {"CONNECT /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {with_host("Host: a\r\nX: \xff\r\n"), "GET /x "},
      {"POST /x HTTP/1.1\r\nHost: a\r\nX-HTTP-Method-Override: DELETE\r\nContent-Length: 0\r\n\r\n", "POST /x "},
      {"POST /x HTTP/1.1\r\nHost: a\r\n\r\n", "POST /x "},
      {post("Transfer-Encoding: Chunked\r\n", "2;a=b\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), "POST /x abc"},
      {post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "POST /x "},
      {"GET /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "GET /x "},
      {"GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: "
       "AAM\r\n\r\n",
       "GET /x "},
      {"GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
       "GET /x "},
  };
  running_server server{echo};
  for (const auto& [bytes, body] : cases) {
    BOOST_TEST_CONTEXT(bytes.substr(0, 80)) {
      raw_client whole{server.port()};
      const auto answer = whole.ask(bytes);
      BOOST_TEST(answer.status == 200u);
      BOOST_TEST(answer.body == body);
      if (bytes.size() > 300) continue;
      raw_client bytewise{server.port()};
      for (const char byte : bytes) bytewise.send({&byte, 1});
      BOOST_TEST(bytewise.read_answer().body == body);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_body_of_a_get_is_read_away_and_what_follows_it_is_the_next_request) {
  running_server server{echo};
  const std::string hidden = request_of(hidden_path);
  for (const std::string method : {"GET", "HEAD", "DELETE"}) {
    raw_client client{server.port()};
    client.send(method + " /x HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(hidden.size()) + "\r\n\r\n" +
                hidden + method + " /y HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n" +
                hidden.substr(0, 28) + "\r\n0\r\n\r\n" + request_of(tail_path));
    BOOST_TEST(client.read_answer(method == "HEAD").status == 200u);
    BOOST_TEST(client.read_answer(method == "HEAD").status == 200u);
    BOOST_TEST(client.read_answer().body == "GET /tail ");
  }
  BOOST_TEST(server.calls == 9);
}

BOOST_AUTO_TEST_CASE(trailers_never_become_headers) {
  std::promise<http_request> heard;
  running_server server{[&](http_request request, responder answer) {
    answer.answer(text_answer("ok"));
    heard.set_value(std::move(request));
  }};
  raw_client client{server.port()};
  const auto answer =
      client.ask(post("Transfer-Encoding: chunked\r\n", "2\r\nab\r\n0\r\nAuthorization: Bearer x\r\nHost: b\r\n\r\n"));
  BOOST_TEST(answer.status == 200u);
  const auto request = heard.get_future().get();
  BOOST_TEST(request.header("authorization") == "");
  BOOST_TEST(request.header("host") == "a");
  BOOST_TEST(request.body == "ab");
}

BOOST_AUTO_TEST_CASE(endless_trailers_and_extensions_meet_the_cap_on_raw_bytes) {
  running_server server{echo};
  const std::array<std::string, 3> floods{"0\r\n" +
                                              [] {
                                                std::string text;
                                                for (int i = 0; i < 10'000; ++i)
                                                  text += "Trailer-" + std::to_string(i) + ": x\r\n";
                                                return text;
                                              }(),
                                          "1;" + std::string(200'000, 'a'),
                                          [] {
                                            std::string text;
                                            for (int i = 0; i < 70'000; ++i) text += "1\r\na\r\n";
                                            return text;
                                          }()};
  for (const auto& flood : floods) {
    raw_client client{server.port()};
    client.send(post("Transfer-Encoding: chunked\r\n", flood));
    BOOST_TEST(client.read_answer().status == 413u);
  }
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_SUITE_END()
