#pragma once
#include "http/server/server.hpp"
#include "http/wire/message.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// The checks that a request must pass before anything acts on it. Two readers of the same bytes (a proxy and this
/// server) must never disagree about where a request ends, so an ambiguous request is refused and its connection
/// closed.
namespace paylink {

/// Why a request is not served; the connection is closed after the answer.
struct refusal {
  unsigned status = 400;
  std::string_view message;
};

/// Finds the end of a header block in raw bytes, as they arrive, and refuses what a parser would tolerate.
class head_scanner {
public:
  explicit head_scanner(const server_limits& limits) : limits_{limits} {}

  /// `bytes` are all bytes of the block so far; bytes checked by an earlier call are not checked again.
  std::optional<refusal> scan(std::string_view bytes);
  bool is_complete() const { return size_ != 0; }
  std::size_t size() const { return size_; } ///< Of the whole block, including its empty line.
  void restart();

private:
  std::optional<refusal> take_line(std::string_view line);

  const server_limits& limits_;
  std::size_t line_start_ = 0, searched_ = 0, lines_ = 0, size_ = 0;
};

/// How the body of a request is delimited.
struct body_framing {
  bool is_chunked = false;
  bool expects_continue = false;
  bool is_too_large = false; ///< Announced as longer than allowed.
  std::uint64_t length = 0;
};

/// Checks the parsed headers; `version` is 10 or 11. Fills `framing`.
std::optional<refusal> check_headers(const http_request& request, unsigned version, std::size_t body_bytes_max,
                                     body_framing& framing);

/// Splits and decodes a request target into `path`, `segments` and `query`.
std::optional<refusal> take_target(std::string_view target, std::size_t target_bytes_max, http_request& request);

/// Whether the text is `host`, `host:port` or `[v6]:port`, and nothing else.
bool is_valid_host(std::string_view text);

} // namespace paylink
