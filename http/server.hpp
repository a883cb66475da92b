#pragma once
#include "http/message.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace paylink {

/// Bounds of the server; the defaults are the product's, tests shorten them.
struct server_limits {
  std::size_t header_bytes_max = 16 * 1024;
  std::size_t header_lines_max = 100;
  std::size_t target_bytes_max = 2 * 1024;
  std::size_t body_bytes_max = 64 * 1024;
  std::size_t feed_body_bytes_max = 1024 * 1024; ///< For paths that begin with `feed_prefix`.
  std::string feed_prefix = "/v1.1/bank-feed/";
  std::chrono::milliseconds header_time{10'000};
  std::chrono::milliseconds body_time{15'000};
  std::chrono::milliseconds idle_time{15'000};
  std::chrono::milliseconds write_time{10'000};
  std::chrono::milliseconds answer_time{60'000}; ///< A handler that never answers: 503.
  int requests_per_connection_max = 1'000;
  int connections_max = 16'384;
  int connections_per_address_max = 1'024;
  int in_flight_max = 10'000; ///< Requests handed to the handler and not answered; beyond: 503 with Retry-After.
};

/// The HTTP/1.1 server: accepts, bounds, guards, parses, hands over, answers in order.
class http_server {
public:
  /// `listen` is `127.0.0.1:8080` or `[::1]:0`; port 0 takes a free one. Throws std::runtime_error naming the address when
  /// it cannot be bound. `tls_certificate` and `tls_key` are PEM files; empty: plain HTTP.
  struct options {
    std::string listen;
    std::string tls_certificate, tls_key;
    server_limits limits;
  };
  http_server(boost::asio::io_context& io, options with, request_handler handler);
  ~http_server();

  void start();
  std::uint16_t port() const;
  std::string address() const; ///< `127.0.0.1:8080`, with the real port.

  /// Sends an event (`text/event-stream` framing included) to every stream subscribed to `topic`. From any thread.
  void publish(std::string topic, std::string event_text);

  /// Stops accepting, lets requests in flight end with `Connection: close`, closes idle connections and streams.
  /// `done` is called on the network thread when nothing is left, at the latest after `grace`.
  void drain(std::chrono::milliseconds grace, std::function<void()> done);

  struct counters {
    std::uint64_t connections_accepted = 0, connections_refused = 0, requests = 0, requests_refused = 0;
    int connections_open = 0, streams_open = 0, in_flight = 0;
  };
  counters count() const;

private:
  class implementation;
  std::shared_ptr<implementation> implementation_;
};

} // namespace paylink
