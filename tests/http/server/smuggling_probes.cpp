#include "tests/http/server/smuggling_probes.hpp"

#include <algorithm>

namespace paylink {

using namespace std::string_literals;

namespace {

/// One row of the table: a request in its parts, so that its headers can be turned round.
struct row {
  const char* name;
  unsigned status;
  std::string start;                ///< The request line; the whole header block when there are no `headers`.
  std::vector<std::string> headers; ///< Without their line ends.
  std::string body;
};

const std::string post_x = "POST /x HTTP/1.1", get_x = "GET /x HTTP/1.1", host = "Host: a";
const std::string unmarked = "-000";
const std::string tail = "GET " + tail_path + unmarked + " HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string hidden_request = "GET " + hidden_path + unmarked + " HTTP/1.1\r\nHost: a\r\n\r\n";
// Inside of the body for every reader of chunks, however lenient.
const std::string hidden = "25\r\n" + hidden_request + "\r\n0\r\n\r\n";
const std::string chunked = "Transfer-Encoding: chunked";

row in_coding(const char* name, unsigned status, const std::string& coding) {
  return {name, status, post_x, {host, "Transfer-Encoding:" + coding}, hidden};
}
row in_length(const char* name, const std::string& length) {
  return {name, 400, post_x, {host, "Content-Length:" + length}, "ab"};
}
row in_chunk(const char* name, const std::string& body) { return {name, 400, post_x, {host, chunked}, body}; }
row in_host(const char* name, const std::string& value) { return {name, 400, get_x, {"X: y", "Host:" + value}, ""}; }
row in_target(const char* name, unsigned status, const std::string& target) {
  return {name, status, "GET " + target + " HTTP/1.1", {host}, ""};
}
row in_start(const char* name, unsigned status, const std::string& start) { return {name, status, start, {host}, ""}; }
row in_block(const char* name, unsigned status, const std::string& block) { return {name, status, block, {}, ""}; }

std::vector<std::string> many_headers(std::size_t count) {
  std::vector<std::string> all(count, "a: b");
  all.front() = host; // counts as one
  return all;
}

std::vector<row> codings() {
  return {
      in_coding("an unknown transfer coding", 501, " gzip"),
      in_coding("chunked with something in front", 501, " gzip, chunked"),
      in_coding("chunked with something behind", 501, " chunked, gzip"),
      in_coding("chunked twice in one line", 501, " chunked, chunked"),
      in_coding("identity", 501, " identity"),
      in_coding("chunked with a parameter", 501, " chunked;a=b"),
      in_coding("chunked in quotes", 501, " \"chunked\""),
      in_coding("chunked behind a form feed", 400, " \fchunked"),
      in_coding("chunked with a letter too many", 501, " xchunked"),
      in_coding("an empty transfer coding", 501, ""),
      in_coding("a folded coding", 400, "\r\n\tchunked"),
      in_coding("a coding with a space before its colon", 400, "\r\nTransfer-Encoding : chunked"),
      {"chunked twice in two lines", 400, post_x, {chunked, host, chunked}, hidden},
      {"a length that ends before the chunks", 400, post_x, {host, "Content-Length: 4", chunked}, hidden},
      {"chunks that end before the length",
       400,
       post_x,
       {host, "Content-Length: 42", chunked},
       "0\r\n\r\n" + hidden_request},
      {"length and an unknown coding", 400, post_x, {host, "Content-Length: 4", "Transfer-Encoding: gzip"}, hidden},
      {"chunked in HTTP/1.0", 400, "POST /x HTTP/1.0", {host, chunked}, hidden},
  };
}

std::vector<row> lengths() {
  return {
      in_length("a folded length", "\r\n 2"),
      in_length("two lengths in one line", " 2, 2"),
      in_length("a length with leading zeros", " 00002"),
      in_length("a signed length", " +2"),
      in_length("a negative length", " -1"),
      in_length("a hexadecimal length", " 0x2"),
      in_length("a length of 2 to the 64", " 18446744073709551616"),
      in_length("an empty length", ""),
      {"two equal lengths", 400, post_x, {"Content-Length: 2", host, "Content-Length: 2"}, "ab"},
      {"two different lengths", 400, post_x, {host, "Content-Length: 2", "Content-Length: 3"}, "ab"},
      {"a POST of HTTP/1.0 without a length", 411, "POST /x HTTP/1.0", {host, "X: y"}, ""},
  };
}

std::vector<row> chunks() {
  return {
      in_chunk("a chunk size with a prefix", "0x2\r\nab\r\n" + hidden),
      in_chunk("a negative chunk size", "-2\r\nab\r\n" + hidden),
      in_chunk("a space before a chunk size", " 2\r\nab\r\n" + hidden),
      in_chunk("a space behind a chunk size", "2 \r\nab\r\n" + hidden),
      in_chunk("a chunk size of 17 digits", "FFFFFFFFFFFFFFFFF\r\nab\r\n" + hidden),
      in_chunk("a chunk that ends in a bare line feed",
               "2\nab\n0\n\n\r\n"), // a whole body to readers that accept bare ones
      in_chunk("a chunk longer than its size", "2\r\nabc\r\n" + hidden),
  };
}

std::vector<row> lines() {
  return {
      in_block("bare line feeds", 400, "GET /x HTTP/1.1\nHost: a\n\n"),
      in_block("one bare line feed", 400, "GET /x HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
      in_block("a bare line feed at the end", 400, "GET /x HTTP/1.1\r\nHost: a\r\n\n"),
      {"a bare carriage return", 400, get_x, {host, "X: a\rY: b"}, ""},
      {"a folded header", 400, post_x, {host, "X: a\r\n b"}, ""},
      {"a NUL", 400, get_x, {host, "X: b\0c"s}, ""},
      {"a space before the colon", 400, get_x, {host, "X : b"}, ""},
      {"an empty header name", 400, get_x, {host, ": b"}, ""},
      {"a header without a colon", 400, get_x, {host, "X"}, ""},
      {"101 headers", 431, get_x, many_headers(101), ""},
      {"two thousand headers", 431, get_x, many_headers(2000), ""},
      {"a header of 16 KiB", 431, get_x, {host, "X: " + std::string(16 * 1024, 'x')}, ""},
      {"no Host", 400, get_x, {"X: y", "Z: y"}, ""},
      {"two Hosts", 400, get_x, {host, "X: y", host, "Z: y"}, ""},
      {"two Hosts in HTTP/1.0", 400, "GET /x HTTP/1.0", {host, "Host: b"}, ""},
      in_host("an empty Host", ""),
      in_host("a Host with user and path", " a/b@c"),
      in_host("a Host with a list", " a, b"),
      in_host("a Host with a word as its port", " a:http"),
      in_host("a Host with a byte above ASCII", " a\xc3\xa9"),
      {"a Content-Type with a byte above ASCII", 400, post_x, {host, "Content-Type: a\xff", "Content-Length: 0"}, ""},
  };
}

std::vector<row> starts() {
  return {
      in_start("a method that is no token", 400, "G(T /x HTTP/1.1"),
      in_start("two spaces in the request line", 400, "GET  /x HTTP/1.1"),
      in_start("a tab in the request line", 400, "GET\t/x HTTP/1.1"),
      in_start("a space in the target", 400, "GET /x y HTTP/1.1"),
      in_start("a named version 0.9", 505, "GET /x HTTP/0.9"),
      in_start("HTTP/1.2", 505, "GET /x HTTP/1.2"),
      in_start("HTTP/2.0", 505, "GET /x HTTP/2.0"),
      in_start("a lower-case protocol", 400, "GET /x http/1.1"),
      in_start("CONNECT of an authority", 400, "CONNECT a:443 HTTP/1.1"),
      in_start("OPTIONS of everything", 404, "OPTIONS * HTTP/1.1"),
      in_block("HTTP/0.9", 400, "GET /x\r\n\r\n"),
      in_block("the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      in_block("the start of a TLS handshake", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s),
      in_block("a request line that does not end", 414, "GET /" + std::string(17 * 1024, 'a')),
  };
}

std::vector<row> targets() {
  return {
      in_target("an absolute target", 400, "http://a/x"),
      in_target("an authority", 400, "a:443"),
      in_target("an asterisk", 400, "*"),
      in_target("a word", 400, "foo"),
      in_target("two slashes", 404, "//evil"),
      in_target("an empty segment", 404, "/a//b"),
      in_target("a slash at the end", 404, "/a/"),
      in_target("a dot", 404, "/a/./b"),
      in_target("two dots", 404, "/a/../b"),
      in_target("two dots in disguise", 404, "/a/%2e%2E/b"),
      in_target("an encoded slash", 404, "/a%2Fb"),
      in_target("an encoded backslash", 404, "/a%5cb"),
      in_target("an encoded NUL", 404, "/a%00b"),
      in_target("an encoded line feed", 404, "/a%0ab"),
      in_target("a byte that is no text", 404, "/a%ff"),
      in_target("half a character", 404, "/a%e1%bb"),
      in_target("a broken percent sign", 404, "/a%zz"),
      in_target("a percent sign at the end", 404, "/a%4"),
      in_target("a broken percent sign in the query", 400, "/a?b=%g0"),
      in_target("an encoded NUL in the query", 400, "/a?b=%00"),
      in_target("a byte above ASCII", 400, "/\xc3\xa9"),
      in_target("a fragment", 400, "/a#b"),
      in_target("a backslash", 400, "/a\\b"),
      in_target("a quotation mark", 400, "/a\"b"),
      in_target("angle brackets", 400, "/<a>"),
      in_target("a target of 2 KiB and a byte", 414, "/" + std::string(2048, 'a')),
  };
}

std::string bytes_of(const row& probe, bool is_reversed) {
  if (probe.headers.empty()) return probe.start;
  auto headers = probe.headers;
  if (is_reversed) std::ranges::reverse(headers);
  auto bytes = probe.start + "\r\n";
  for (const auto& header : headers) bytes += header + "\r\n";
  return bytes + "\r\n" + probe.body;
}

bool is_same_reversed(const row& probe) {
  return std::ranges::equal(probe.headers, std::vector(probe.headers.rbegin(), probe.headers.rend()));
}

void add_with_and_without_tail(std::vector<smuggling_probe>& all, const row& probe, bool is_reversed) {
  const auto name = probe.name + (is_reversed ? ", backwards"s : ""s);
  const auto bytes = bytes_of(probe, is_reversed);
  all.push_back({name, probe.status, bytes});
  all.push_back({name + ", with a tail", probe.status, bytes + tail});
}

} // namespace

std::vector<smuggling_probe> smuggling_probes() {
  std::vector<smuggling_probe> all;
  for (const auto& group : {codings(), lengths(), chunks(), lines(), starts(), targets()})
    for (const auto& probe : group) {
      add_with_and_without_tail(all, probe, false);
      if (!is_same_reversed(probe)) add_with_and_without_tail(all, probe, true);
    }
  return all;
}

std::string marked(std::string bytes, std::size_t number) {
  const auto mark = mark_of(number);
  for (auto at = bytes.find(unmarked); at != bytes.npos; at = bytes.find(unmarked, at + mark.size()))
    bytes.replace(at, unmarked.size(), mark);
  return bytes;
}

std::string mark_of(std::size_t number) { return "-" + std::to_string(1000 + number).substr(1); }

} // namespace paylink
