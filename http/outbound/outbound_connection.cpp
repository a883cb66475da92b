#include "http/outbound/outbound_connection.hpp"

#include <openssl/err.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace paylink {
namespace {

// OpenSSL keeps reading while messages without data arrive, such as session tickets, and a peer may send them
// endlessly. So one step reads a limited amount, after which other connections and timers have their turn, and there is
// a limit for messages without data.
constexpr std::size_t step_bytes_max = 32 * 1024;
constexpr std::size_t bytes_of_no_use_max = 256 * 1024;

} // namespace

outbound_connection::~outbound_connection() {
  // Sends close_notify once, without waiting for the answer: a session that ended without it is not resumed.
  if (ssl_ && SSL_is_init_finished(ssl_.get()) && error_.empty()) {
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
  }
}

void outbound_connection::connected(std::string address) {
  address_ = std::move(address);
  connected_at_ = std::chrono::steady_clock::now();
}

void outbound_connection::secure(ssl_ptr ssl) {
  ssl_ = std::move(ssl);
  if (!ssl_) return;
  // OpenSSL calls it when a server asks for a certificate.
  SSL_set_cert_cb(
      ssl_.get(),
      [](SSL*, void* self) {
        static_cast<outbound_connection*>(self)->was_asked_for_certificate_ = true;
        return 1;
      },
      this);
  BIO_set_callback_ex(SSL_get_rbio(ssl_.get()), &outbound_connection::count_reading);
  BIO_set_callback_arg(SSL_get_rbio(ssl_.get()), reinterpret_cast<char*>(this));
}

long outbound_connection::count_reading(BIO* bio, int operation, const char*, std::size_t, int, long, int outcome,
                                        std::size_t* read) {
  auto& self = *reinterpret_cast<outbound_connection*>(BIO_get_callback_arg(bio));
  if (operation == (BIO_CB_READ | BIO_CB_RETURN) && outcome > 0 && read != nullptr) {
    self.step_bytes_left_ -= std::min(self.step_bytes_left_, *read);
    self.bytes_of_no_use_ += *read;
  }
  if (operation == BIO_CB_READ && self.step_bytes_left_ == 0) { // as if nothing more had come yet
    BIO_clear_retry_flags(bio);
    BIO_set_retry_read(bio);
    return -1;
  }
  return outcome;
}

void outbound_connection::begin_step() {
  ERR_clear_error();
  step_bytes_left_ = step_bytes_max;
}

io_step outbound_connection::handshake() {
  begin_step();
  const int outcome = SSL_do_handshake(ssl_.get());
  if (outcome != 1) return after_tls(outcome);
  bytes_of_no_use_ = 0;
  tls_ = describe_tls(ssl_.get());
  return io_step::done;
}

io_step outbound_connection::write(std::string_view& rest) {
  while (!rest.empty()) {
    if (ssl_) {
      begin_step();
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
    begin_step();
    std::size_t got = 0;
    if (const int outcome = SSL_read_ex(ssl_.get(), room.data(), room.size(), &got); outcome != 1)
      return after_tls(outcome);
    bytes_of_no_use_ = 0;
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
    begin_step();
    const int outcome = SSL_peek(ssl_.get(), &byte, 1);
    return outcome <= 0 && SSL_get_error(ssl_.get(), outcome) == SSL_ERROR_WANT_READ;
  }
  return ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

io_step outbound_connection::after_tls(int outcome) {
  const int system_error = errno;
  if (bytes_of_no_use_ > bytes_of_no_use_max) return gone("it kept sending TLS messages and no data");
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
  const int reason = ERR_GET_REASON(ERR_peek_error());
  is_refused_ = reason > SSL_AD_REASON_OFFSET;
  error_ = take_tls_error("TLS failed");
  transport_failed_ = reason == SSL_R_UNEXPECTED_EOF_WHILE_READING;
  return io_step::closed;
}

io_step outbound_connection::after_socket() { return gone(std::generic_category().message(errno)); }

io_step outbound_connection::gone(std::string why) {
  error_ = std::move(why);
  transport_failed_ = is_refused_ = true; // a reset overtakes an alert
  return io_step::closed;
}

} // namespace paylink
