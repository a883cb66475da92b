#include "http/outbound_connection.hpp"

#include <openssl/err.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace paylink {

outbound_connection::~outbound_connection() {
  // Says goodbye once, without waiting for the answer: a session whose connection ended without it is not resumed.
  if (ssl_ && SSL_is_init_finished(ssl_.get()) && error_.empty()) {
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
  }
}

void outbound_connection::connected(std::string address) {
  address_ = std::move(address);
  connected_at_ = std::chrono::steady_clock::now();
}

io_step outbound_connection::handshake() {
  ERR_clear_error();
  const int outcome = SSL_do_handshake(ssl_.get());
  if (outcome != 1) return after_tls(outcome);
  tls_ = describe_tls(ssl_.get());
  return io_step::done;
}

io_step outbound_connection::write(std::string_view& rest) {
  while (!rest.empty()) {
    if (ssl_) {
      ERR_clear_error();
      std::size_t written = 0;
      if (const int outcome = SSL_write_ex(ssl_.get(), rest.data(), rest.size(), &written); outcome != 1)
        return after_tls(outcome);
      rest.remove_prefix(written);
    } else {
      const ssize_t written = ::send(socket_.native_handle(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (written < 0 && errno == EAGAIN) return io_step::want_write;
      if (written < 0) return after_socket();
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  return io_step::done;
}

io_step outbound_connection::read() {
  const std::span<char> room = reader.room();
  if (ssl_) {
    ERR_clear_error();
    std::size_t got = 0;
    if (const int outcome = SSL_read_ex(ssl_.get(), room.data(), room.size(), &got); outcome != 1)
      return after_tls(outcome);
    reader.received(got);
    return io_step::done;
  }
  const ssize_t got = ::recv(socket_.native_handle(), room.data(), room.size(), 0);
  if (got > 0) {
    reader.received(static_cast<std::size_t>(got));
    return io_step::done;
  }
  if (got < 0 && errno == EAGAIN) return io_step::want_read;
  return got == 0 ? gone("the receiver closed the connection") : after_socket();
}

bool outbound_connection::is_quiet() {
  char byte = 0;
  if (ssl_) { // lets OpenSSL take in session tickets, which may arrive late
    ERR_clear_error();
    const int outcome = SSL_peek(ssl_.get(), &byte, 1);
    return outcome <= 0 && SSL_get_error(ssl_.get(), outcome) == SSL_ERROR_WANT_READ;
  }
  return ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

io_step outbound_connection::after_tls(int outcome) {
  const int system_error = errno;
  switch (SSL_get_error(ssl_.get(), outcome)) {
  case SSL_ERROR_WANT_READ:
    return io_step::want_read;
  case SSL_ERROR_WANT_WRITE:
    return io_step::want_write;
  case SSL_ERROR_ZERO_RETURN:
    return gone("the receiver closed the connection");
  case SSL_ERROR_SYSCALL:
    ERR_clear_error();
    return gone(system_error != 0 ? std::generic_category().message(system_error)
                                  : "the receiver closed the connection");
  default:
    break;
  }
  const bool is_cut_short = ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
  error_ = take_tls_error("TLS failed");
  transport_failed_ = is_cut_short;
  return io_step::closed;
}

io_step outbound_connection::after_socket() { return gone(std::generic_category().message(errno)); }

io_step outbound_connection::gone(std::string why) {
  error_ = std::move(why);
  transport_failed_ = true;
  return io_step::closed;
}

} // namespace paylink
