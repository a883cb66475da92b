#pragma once
#include "domain/addresses/address_policy.hpp"
#include "http/wire/message.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace paylink {

/// How many sockets the process's limit of open files allows, leaving a part to callbacks, the database and files.
int sockets_allowed();

/// Bounds of the server; the defaults are the product's, tests shorten them.
struct server_limits {
  std::size_t header_bytes_max = 16 * 1024;
  std::size_t header_lines_max = 100;
  std::size_t target_bytes_max = 2 * 1024;
  std::size_t body_bytes_max = 64 * 1024;
  std::size_t large_body_bytes_max = 1024 * 1024; ///< For a POST to a feed or with a statement.
  std::string feed_prefix = "/v1.1/bank-feed/";   ///< And one segment behind it.
  std::string statement_prefix = "/v1.1/bank-accounts/", statement_suffix = "/import";
  std::size_t bodies_bytes_max = 64 * 1024 * 1024; ///< All bodies together, until they are answered; beyond: 503.
  std::chrono::milliseconds header_time{10'000};
  std::chrono::milliseconds body_time{15'000};
  std::chrono::milliseconds strangers_body_time{
      8'000}; ///< For a large one from a client that has not authenticated before.
  std::chrono::milliseconds idle_time{15'000};
  std::chrono::milliseconds write_time{10'000};
  std::chrono::milliseconds answer_time{60'000}; ///< A handler that never answers: 503.
  int requests_per_connection_max = 1'000;
  int connections_max = 16'384;
  int connections_per_address_max = 1'024;
  std::size_t body_rate_min = 1024; ///< Bytes a second that a body must reach after `body_rate_grace`.
  std::chrono::milliseconds body_rate_grace{3'000};
  /// Bytes a second that a client must read of an answer after `answer_rate_grace`.
  std::size_t answer_rate_min = 8 * 1024;
  std::chrono::milliseconds answer_rate_grace{10'000};
  std::chrono::milliseconds heartbeat_time{15'000}; ///< Between the comments that keep a quiet event stream open.
  std::size_t stream_buffer_bytes_max =
      16 * 1024;                       ///< Text waiting for a slow reader of events; beyond it, the reader is dropped.
  int streams_max = 16'384;            ///< Event streams, which connections_max does not count.
  int streams_per_topic_max = 1'000;   ///< Of these, those of one link.
  int sockets_max = sockets_allowed(); ///< Connections and streams together.
  int in_flight_max = 10'000; ///< Requests handed to the handler and not answered; beyond: 503 with Retry-After.
};

/// Checks a request by its headers before its body is read, on a network thread: an answer ends it unread.
using head_gate = std::function<std::optional<http_response>(const http_request& head)>;

/// For a server that does not decide by headers alone: `inner` only gets requests with their bodies.
request_handler with_whole_bodies(request_handler inner);

/// The HTTP/1.1 server: accepts, limits, checks, parses, hands over, answers in order.
class http_server {
public:
  /// `listen` is `127.0.0.1:8080` or `[::1]:0`; port 0 picks a free one. Throws std::runtime_error that names the
  /// address if it cannot be bound. `tls_certificate` and `tls_key` are PEM files; empty: plain HTTP.
  struct options {
    std::string listen;
    std::string tls_certificate, tls_key;
    server_limits limits;
    /// Their `X-Forwarded-For` names the client; the limit per address does not apply to them.
    std::vector<network> trusted_proxies{};
    head_gate refuse_at_head{}; ///< None: every body within the limits is read.
    /// Clients reach it by https: with a proxy that ends TLS, too, every answer says that they should.
    bool is_public_over_tls = false;
  };
  http_server(boost::asio::io_context& io, options with, request_handler handler);
  /// On the network thread, or after it has ended: closes every connection and calls the handler no more.
  ~http_server();

  void start();
  std::uint16_t port() const;
  std::string address() const; ///< `127.0.0.1:8080`, with the real port.

  /// Reads certificate and key again, for new connections. Thread-safe. Throws std::runtime_error that names the file,
  /// and keeps the current ones.
  void reload_certificate();

  /// Sends an event (including `text/event-stream` framing) to every stream subscribed to `topic`. Thread-safe.
  void publish(const std::string& topic, const std::string& event_text);

  /// Ends every stream subscribed to `topic`. Thread-safe.
  void end_streams(const std::string& topic);

  /// This client has authenticated: its large bodies have priority over those of strangers. Thread-safe.
  void trust(const std::string& peer);

  /// From now on every answer closes its connection; new ones are still accepted. Thread-safe.
  void retire();

  /// Stops accepting, lets requests in flight end with `Connection: close`, closes idle connections and streams.
  /// `done` is called on the network thread when everything has ended, at the latest after `grace`.
  void drain(std::chrono::milliseconds grace, std::function<void()> done);

  struct counters {
    std::uint64_t connections_accepted = 0, connections_refused = 0, requests = 0, requests_refused = 0;
    int connections_open = 0, streams_open = 0, in_flight = 0;
    std::size_t body_bytes = 0; ///< Used of the memory that bodies share.
  };
  counters count() const;

private:
  class implementation;
  std::shared_ptr<implementation> implementation_;
};

} // namespace paylink
