// Everything that two readers of the same bytes could read in two ways is refused, and nothing behind it is ever run.
#include "tests/http/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace paylink;
using namespace std::string_literals;

namespace {

struct probe {
  const char* name;
  unsigned status;
  std::string bytes;
};

const std::string tail = "GET /tail HTTP/1.1\r\nHost: a\r\n\r\n";

std::string get(const std::string& target) { return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n"; }
std::string post(const std::string& headers, const std::string& body) {
  return "POST /x HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}
std::string with_host(const std::string& lines) { return "GET /x HTTP/1.1\r\n" + lines + "\r\n"; }

std::string many_headers(int count) {
  std::string text = "Host: a\r\n"; // counts as one
  for (int i = 1; i < count; ++i) text += "a: b\r\n";
  return text;
}

const std::string smuggled = "0\r\n\r\n" + tail;

const std::vector<probe> framing{
    {"an unknown transfer coding", 501, post("Transfer-Encoding: gzip\r\n", smuggled)},
    {"chunked with something in front", 501, post("Transfer-Encoding: gzip, chunked\r\n", smuggled)},
    {"chunked with something behind", 501, post("Transfer-Encoding: chunked, gzip\r\n", smuggled)},
    {"chunked twice in one line", 501, post("Transfer-Encoding: chunked, chunked\r\n", smuggled)},
    {"chunked twice in two lines", 400, post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", smuggled)},
    {"identity", 501, post("Transfer-Encoding: identity\r\n", smuggled)},
    {"identity, then chunked", 501, post("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", smuggled)},
    {"chunked with a parameter", 501, post("Transfer-Encoding: chunked;a=b\r\n", smuggled)},
    {"chunked in quotes", 501, post("Transfer-Encoding: \"chunked\"\r\n", smuggled)},
    {"an empty transfer coding", 501, post("Transfer-Encoding:\r\n", smuggled)},
    {"length, then coding", 400, post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", smuggled)},
    {"coding, then length", 400, post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", smuggled)},
    {"length, then an unknown coding", 400, post("Content-Length: 5\r\nTransfer-Encoding: gzip\r\n", smuggled)},
    {"an unknown coding, then length", 400, post("Transfer-Encoding: gzip\r\nContent-Length: 5\r\n", smuggled)},
    {"chunked in HTTP/1.0", 400, "POST /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled},
    {"a folded header", 400, post("X: a\r\n b\r\n", "")},
    {"a folded length", 400, post("Content-Length:\r\n 2\r\n", "ab")},
    {"a folded coding", 400, post("Transfer-Encoding:\r\n\tchunked\r\n", smuggled)},
    {"two lengths in one line", 400, post("Content-Length: 2, 2\r\n", "ab")},
    {"two equal lengths", 400, post("Content-Length: 2\r\nContent-Length: 2\r\n", "ab")},
    {"two different lengths", 400, post("Content-Length: 2\r\nContent-Length: 3\r\n", "ab")},
    {"a length with leading zeros", 400, post("Content-Length: 00002\r\n", "ab")},
    {"a signed length", 400, post("Content-Length: +2\r\n", "ab")},
    {"a negative length", 400, post("Content-Length: -1\r\n", "ab")},
    {"a hexadecimal length", 400, post("Content-Length: 0x2\r\n", "ab")},
    {"a length of 2 to the 64", 400, post("Content-Length: 18446744073709551616\r\n", "ab")},
    {"an empty length", 400, post("Content-Length:\r\n", "ab")},
    {"a POST of HTTP/1.0 without a length", 411, "POST /x HTTP/1.0\r\nHost: a\r\n\r\n"},
    {"a chunk size with a prefix", 400, post("Transfer-Encoding: chunked\r\n", "0x2\r\nab\r\n" + smuggled)},
    {"a negative chunk size", 400, post("Transfer-Encoding: chunked\r\n", "-2\r\nab\r\n" + smuggled)},
    {"a space before a chunk size", 400, post("Transfer-Encoding: chunked\r\n", " 2\r\nab\r\n" + smuggled)},
    {"a space behind a chunk size", 400, post("Transfer-Encoding: chunked\r\n", "2 \r\nab\r\n" + smuggled)},
    {"a chunk size of 17 digits", 400,
     post("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\nab\r\n" + smuggled)},
    {"a chunk that ends in a bare line feed", 400, post("Transfer-Encoding: chunked\r\n", "2\nab\n0\n\n" + tail)},
    {"a chunk longer than its size", 400, post("Transfer-Encoding: chunked\r\n", "2\r\nabc\r\n" + smuggled)},
};

const std::vector<probe> lines{
    {"bare line feeds", 400, "GET /x HTTP/1.1\nHost: a\n\n"},
    {"one bare line feed", 400, "GET /x HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"},
    {"a bare line feed at the end", 400, "GET /x HTTP/1.1\r\nHost: a\r\n\n"},
    {"a bare carriage return", 400, "GET /x HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"},
    {"a NUL", 400, "GET /x HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"s},
    {"a space before the colon", 400, with_host("Host: a\r\nX : b\r\n")},
    {"an empty header name", 400, with_host("Host: a\r\n: b\r\n")},
    {"a header without a colon", 400, with_host("Host: a\r\nX\r\n")},
    {"101 headers", 431, with_host(many_headers(101))},
    {"two thousand headers", 431, with_host(many_headers(2000))},
    {"a header of 16 KiB", 431, with_host("Host: a\r\nX: " + std::string(16 * 1024, 'x') + "\r\n")},
    {"no Host", 400, with_host("")},
    {"two Hosts", 400, with_host("Host: a\r\nHost: a\r\n")},
    {"two Hosts in HTTP/1.0", 400, "GET /x HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"},
    {"an empty Host", 400, with_host("Host:\r\n")},
    {"a Host with user and path", 400, with_host("Host: a/b@c\r\n")},
    {"a Host with a list", 400, with_host("Host: a, b\r\n")},
    {"a Host with a word as its port", 400, with_host("Host: a:http\r\n")},
    {"a Host with a byte above ASCII", 400, with_host("Host: a\xc3\xa9\r\n")},
    {"a Content-Type with a byte above ASCII", 400, post("Content-Type: a\xff\r\nContent-Length: 0\r\n", "")},
    {"a method that is no token", 400, "G(T /x HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"two spaces in the request line", 400, "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"a tab in the request line", 400, "GET\t/x HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"a space in the target", 400, "GET /x y HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"HTTP/0.9", 400, "GET /x\r\n\r\n"},
    {"a named version 0.9", 505, "GET /x HTTP/0.9\r\nHost: a\r\n\r\n"},
    {"HTTP/1.2", 505, "GET /x HTTP/1.2\r\nHost: a\r\n\r\n"},
    {"HTTP/2.0", 505, "GET /x HTTP/2.0\r\nHost: a\r\n\r\n"},
    {"the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
    {"a lower-case protocol", 400, "GET /x http/1.1\r\nHost: a\r\n\r\n"},
    {"the start of a TLS handshake", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s},
};

const std::vector<probe> targets{
    {"an absolute target", 400, get("http://a/x")},
    {"an authority", 400, get("a:443")},
    {"CONNECT", 400, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"an asterisk", 400, get("*")},
    {"OPTIONS of everything", 404, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"},
    {"a word", 400, get("foo")},
    {"two slashes", 404, get("//evil")},
    {"an empty segment", 404, get("/a//b")},
    {"a slash at the end", 404, get("/a/")},
    {"a dot", 404, get("/a/./b")},
    {"two dots", 404, get("/a/../b")},
    {"two dots in disguise", 404, get("/a/%2e%2E/b")},
    {"an encoded slash", 404, get("/a%2Fb")},
    {"an encoded backslash", 404, get("/a%5cb")},
    {"an encoded NUL", 404, get("/a%00b")},
    {"an encoded line feed", 404, get("/a%0ab")},
    {"a broken percent sign", 404, get("/a%zz")},
    {"a percent sign at the end", 404, get("/a%4")},
    {"a broken percent sign in the query", 400, get("/a?b=%g0")},
    {"an encoded NUL in the query", 400, get("/a?b=%00")},
    {"a byte above ASCII", 400, get("/\xc3\xa9")},
    {"a fragment", 400, get("/a#b")},
    {"a backslash", 400, get("/a\\b")},
    {"a quotation mark", 400, get("/a\"b")},
    {"angle brackets", 400, get("/<a>")},
    {"a target of 2 KiB and a byte", 414, get("/" + std::string(2048, 'a'))},
    {"a request line that does not end", 414, "GET /" + std::string(17 * 1024, 'a')},
};

std::vector<probe> all_probes() {
  auto all = framing;
  all.insert(all.end(), lines.begin(), lines.end());
  all.insert(all.end(), targets.begin(), targets.end());
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_guard)

BOOST_AUTO_TEST_CASE(what_is_ambiguous_is_refused_closed_and_never_run) {
  running_server server{echo};
  for (const auto& probe : all_probes()) {
    BOOST_TEST_CONTEXT(probe.name) {
      raw_client client{server.port()};
      client.send(probe.bytes + tail);
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
  BOOST_TEST(server->count().requests_refused == all_probes().size());
}

BOOST_AUTO_TEST_CASE(what_is_ambiguous_is_refused_however_it_is_cut_into_packets) {
  running_server server{echo};
  for (const auto& probe : all_probes()) {
    if (probe.bytes.size() > 300) continue;
    BOOST_TEST_CONTEXT(probe.name) {
      raw_client client{server.port()};
      for (const char byte : probe.bytes + tail)
        if (!client.send({&byte, 1})) break;
      BOOST_TEST(client.read_answer().status == probe.status);
      BOOST_TEST(server.calls == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_unusual_but_clear_is_served) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {get("/x"), "GET /x "},
      {get("/"), "GET / "},
      {get("/a%20b?c"), "GET /a%20b "},
      {"\r\n" + get("/x"), "GET /x "},
      {"GET /x HTTP/1.0\r\n\r\n", "GET /x "},
      {"GET /x HTTP/1.1\r\nhOsT: [::1]:8080\r\n\r\n", "GET /x "},
      {with_host(many_headers(100)), "GET /x "},
      {get("/" + std::string(2047, 'a')), "GET /" + std::string(2047, 'a') + " "},
      {"purge /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {std::string(10'000, 'M') + " /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {"TRACE /x HTTP/1.1\r\nHost: a\r\n\r\n", "OTHER /x "},
      {"POST /x HTTP/1.1\r\nHost: a\r\n\r\n", "POST /x "},
      {post("Transfer-Encoding: Chunked\r\n", "2;a=b\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), "POST /x abc"},
      {post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "POST /x "},
      {"GET /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "GET /x "},
      {"GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: "
       "AAM\r\n\r\n",
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
  const std::array<std::string, 2> floods{"0\r\n" +
                                              [] {
                                                std::string text;
                                                for (int i = 0; i < 10'000; ++i)
                                                  text += "Trailer-" + std::to_string(i) + ": x\r\n";
                                                return text;
                                              }(),
                                          "1;" + std::string(200'000, 'a')};
  for (const auto& flood : floods) {
    raw_client client{server.port()};
    client.send(post("Transfer-Encoding: chunked\r\n", flood));
    BOOST_TEST(client.read_answer().status == 413u);
  }
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_SUITE_END()
