#pragma once
#include "http/server/body_budget.hpp"
#include "http/server/event_streams.hpp"
#include "http/server/server.hpp"
#include "http/server/trace_id.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace paylink {

class client_connection;

using steady_time = std::chrono::steady_clock::time_point;

/// What all connections of one server share. Holds no socket and no timer, so it may be destroyed on any thread by a
/// late answer. All but the counters and the streams belongs to the network thread.
struct server_state {
  server_state(server_limits with, std::vector<network> proxies, head_gate gate, request_handler to);

  const server_limits limits;
  const std::vector<network> trusted_proxies;
  const head_gate refuse_at_head;
  const std::shared_ptr<body_budget> bodies;
  request_handler handler; ///< Empty once the server has ended.
  std::shared_ptr<event_streams> streams;
  trace_id_source traces;
  std::string date;         ///< The `Date` header, updated by `keep_time`.
  bool is_retiring = false; ///< Connections end with their next answer.
  bool is_draining = false;
  bool is_public_over_tls = false; ///< Its public address is https, also if a proxy ends TLS.

  std::atomic<std::uint64_t> connections_accepted = 0, connections_refused = 0, requests = 0, requests_refused = 0;
  std::atomic<int> connections_open = 0, streams_open = 0, in_flight = 0;

  std::vector<client_connection*> open; ///< Each knows its index.
  std::function<void()> on_room;        ///< A connection has ended, or has become a stream.

  /// Counts a connection from `address`, unless its household has too many; the proxies are exempt.
  bool admit(const std::string& address);
  void leave(const std::string& address);
  bool is_full() const {
    return connections_open >= limits.connections_max || connections_open + streams_open >= limits.sockets_max;
  }

  bool is_trusted(const std::string& address) const;
  /// The client's address: the last hop of `X-Forwarded-For` that is not a trusted proxy, if the peer is one.
  std::string client_of(const std::string& peer, const http_request& request) const;

  void keep_time();

private:
  void give_back_memory();

  std::unordered_map<std::string, int> by_household_;
  std::int64_t date_second_ = 0;
  int crowd_ = 0; ///< The most clients since memory was last returned to the system.
};

timestamp wall_time();

} // namespace paylink
