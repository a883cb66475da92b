// The readers of HTTP: however the bytes are cut into pieces, the same is read.
#include "http/outbound/response_reader.hpp"
#include "http/server/request_guard.hpp"
#include "http/server/request_parser.hpp"
#include "http/server/server.hpp"
#include "tests/fuzzing/fuzz_targets.hpp"

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <cstring>

namespace paylink::fuzzing {
namespace {

/// What was read of a request; `fault` alone if it was refused.
struct seen_request {
  http_method method{};
  std::string path{}, body{}, fault{};
  std::vector<std::pair<std::string, std::string>> headers{}, query{};
  bool is_done = false;

  bool operator==(const seen_request&) const = default;
};

seen_request read_request(std::string_view bytes, std::size_t piece) {
  const server_limits limits;
  const auto end_of_head = bytes.find("\r\n\r\n");
  seen_request seen;
  http_request request;
  request_parser parser{request, limits.header_bytes_max};
  if (end_of_head == bytes.npos || end_of_head > limits.header_bytes_max) return seen;
  boost::beast::error_code ec;
  const auto head = bytes.substr(0, end_of_head + 4);
  const auto head_size = parser.put(boost::asio::buffer(head.data(), head.size()), ec);
  if (ec && ec != boost::beast::http::error::need_more) return {.fault = ec.message()};
  if (!parser.is_header_done()) return seen;
  body_framing framing;
  if (auto why = check_headers(request, parser.version(), limits.body_bytes_max, framing)) return {.fault = "headers"};
  if (auto why = take_target(parser.target(), limits.target_bytes_max, request)) return {.fault = "target"};
  parser.set_body_limit(limits.body_bytes_max);
  bytes.remove_prefix(head_size);
  std::string pending;
  const std::size_t least = framing.is_chunked ? request_parser::chunked_bytes_min : 1;
  while (!parser.is_done() && (!bytes.empty() || !pending.empty())) {
    const auto count = std::min(piece, bytes.size());
    pending.append(bytes.substr(0, count));
    bytes.remove_prefix(count);
    if (pending.size() < least && count > 0) continue;
    if (pending.size() < least) break;
    ec = {};
    const auto used = parser.put(boost::asio::buffer(pending), ec);
    pending.erase(0, used);
    if (ec && ec != boost::beast::http::error::need_more) return {.fault = "body"};
    if (count == 0 && used == 0) break;
  }
  demand(request.body.size() <= limits.body_bytes_max, "a body is not longer than it may be");
  if (!parser.is_done()) request.body.clear(); // the parser has been given all of it, or all but a few bytes
  return {request.method, request.path, request.body, {}, request.headers, request.query, parser.is_done()};
}

/// What was read of an answer; nothing if it is malformed or not whole.
struct seen_response {
  int status = 0;
  std::string kept{};
  response_reader::header_list headers{};
  bool is_whole = false;

  bool operator==(const seen_response&) const = default;
};

seen_response read_response(std::string_view bytes, std::size_t piece) {
  response_reader reader;
  reader.begin();
  seen_response seen;
  bool has_head = false;
  while (true) {
    const auto room = reader.room();
    const auto count = std::min({piece, bytes.size(), room.size()});
    demand(!room.empty(), "there is room for the next bytes");
    if (count > 0) std::memcpy(room.data(), bytes.data(), count);
    bytes.remove_prefix(count);
    reader.received(count);
    if (!has_head) {
      const auto came = reader.read_head(seen.headers);
      if (came == response_reader::progress::malformed) return {};
      has_head = came == response_reader::progress::complete;
    }
    if (has_head) {
      const auto came = reader.read_body(seen.kept);
      demand(seen.kept.size() <= response_reader::kept_bytes_max, "no more is kept than may be");
      if (came == response_reader::progress::malformed) return {};
      if (came == response_reader::progress::complete) {
        seen.status = reader.status();
        seen.is_whole = true;
        return seen;
      }
    }
    if (bytes.empty()) return {};
  }
}

} // namespace

void run_request_head(std::string_view bytes) {
  const auto whole = read_request(bytes, bytes.size() + 1);
  for (const std::size_t piece : {1, 3, 17}) demand(read_request(bytes, piece) == whole, "pieces change nothing");
}

void run_response(std::string_view bytes) {
  const auto whole = read_response(bytes, bytes.size() + 1);
  for (const std::size_t piece : {1, 3, 17}) demand(read_response(bytes, piece) == whole, "pieces change nothing");
}

} // namespace paylink::fuzzing
