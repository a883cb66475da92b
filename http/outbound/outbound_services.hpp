#pragma once
#include "http/outbound/connection_pool.hpp"
#include "http/outbound/dial_guard.hpp"
#include "http/outbound/name_lookup.hpp"
#include "http/outbound/outbound_client.hpp"
#include "http/outbound/tls_client.hpp"

#include <atomic>
#include <cstdint>

namespace paylink {

/// One of the client's counters: written on the network thread, read on any.
class outbound_counter {
public:
  void add() { value_.store(value_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
  std::atomic<std::uint64_t> value_{0};
};

/// What all requests of one client share. Used only on the network thread.
struct outbound_services {
  outbound_services(boost::asio::io_context& network, const outbound_options& options);

  boost::asio::io_context& io;
  std::chrono::milliseconds timeout;
  dial_guard guard;
  name_lookup lookup;
  tls_client tls;
  timeout_queue attempt_limits, connect_limits, drain_limits;
  connection_pool pool; ///< Declared after `tls`, whose context its connections use.
  outbound_counter dials, refused_dials, reused, tls_handshakes, tls_resumed, connects_to_refused;
};

} // namespace paylink
