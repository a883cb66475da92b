#pragma once
#include "http/outbound/response_reader.hpp"
#include "http/outbound/timeout_queue.hpp"
#include "http/outbound/tls_client.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace paylink {

/// The result of one non-blocking step on a connection.
enum class io_step { done, want_read, want_write, closed };

/// One connection to a receiver, plain or TLS, from opening to closing; between attempts it stays in the pool.
class outbound_connection {
public:
  outbound_connection(boost::asio::io_context& io, std::string origin) : socket_{io}, origin_{std::move(origin)} {}
  ~outbound_connection();
  outbound_connection(const outbound_connection&) = delete;
  outbound_connection& operator=(const outbound_connection&) = delete;

  boost::asio::ip::tcp::socket& socket() { return socket_; }
  const std::string& origin() const { return origin_; }

  /// Call once the socket is connected and its peer checked.
  void connected(std::string address);
  void secure(ssl_ptr ssl);
  SSL* ssl() { return ssl_.get(); }

  /// One step of the TLS handshake; `closed` when it failed, with the reason in `error()`.
  io_step handshake();

  /// Writes what it can and removes that from `rest`.
  io_step write(std::string_view& rest);

  /// Reads once into `reader`.
  io_step read();

  /// The check before a connection is reused: false if the peer closed it or sent unexpected data.
  bool is_quiet();

  /// Waits until a blocked step can continue.
  template <class Handler>
  void wait(io_step wanted, Handler&& handler) {
    using boost::asio::ip::tcp;
    socket_.async_wait(wanted == io_step::want_write ? tcp::socket::wait_write : tcp::socket::wait_read,
                       std::forward<Handler>(handler));
  }

  const std::string& address() const { return address_; } ///< `192.0.2.1:443`
  const std::string& tls() const { return tls_; }
  const std::string& error() const { return error_; }
  bool failed_in_transport() const { return transport_failed_; } ///< The peer went away, as opposed to breaking TLS.
  /// It asked for a certificate, got none, and sent an alert or went away before any answer.
  bool wants_certificate() const { return was_asked_for_certificate_ && is_refused_ && !reader.any_byte(); }
  std::chrono::steady_clock::time_point connected_at() const { return connected_at_; }

  response_reader reader;
  std::string out;                 ///< The current request; its memory is kept between requests.
  timeout_queue::entry idle_limit; ///< The pool's.

private:
  static long count_reading(BIO* bio, int operation, const char*, std::size_t, int, long, int outcome,
                            std::size_t* read);
  void begin_step();
  io_step after_tls(int outcome);
  io_step after_socket();
  io_step gone(std::string why);

  boost::asio::ip::tcp::socket socket_;
  std::string origin_; ///< Declared before `ssl_`, which points to it.
  ssl_ptr ssl_;
  std::string address_, tls_, error_;
  bool transport_failed_ = false;
  bool was_asked_for_certificate_ = false;
  bool is_refused_ = false;
  std::size_t step_bytes_left_ = 0; ///< How much TLS may still read from the socket in this step.
  std::size_t bytes_of_no_use_ = 0; ///< How much it has read since it last returned data.
  std::chrono::steady_clock::time_point connected_at_;
};

} // namespace paylink
