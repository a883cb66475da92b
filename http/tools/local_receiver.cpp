#include "http/tools/local_receiver.hpp"
#include "domain/values/ascii.hpp"
#include "http/sockets/listen_address.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <array>
#include <set>
#include <stdexcept>

namespace paylink {
namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t body_bytes_max = 1024 * 1024;
constexpr std::size_t unparsed_bytes_max = 64 * 1024; // of a head, or of what stands between chunks
constexpr std::chrono::seconds exchange_time{30};
constexpr std::chrono::seconds farewell_time{1};

using request_parser = beast_http::request_parser<beast_http::string_body>;

auto into(error_code& failed) { return asio::redirect_error(asio::use_awaitable, failed); }

asio::ssl::context make_tls(const pem_identity& identity) {
  asio::ssl::context tls{asio::ssl::context::tls_server};
  SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
  error_code failed;
  tls.use_certificate_chain(asio::buffer(identity.certificate), failed);
  if (!failed) tls.use_private_key(asio::buffer(identity.key), asio::ssl::context::pem, failed);
  if (failed) throw std::runtime_error{"the receiver's certificate cannot be used: " + failed.message()};
  return tls;
}

http_method parse_method(std::string_view text) {
  for (auto method : {http_method::get, http_method::head, http_method::post, http_method::put, http_method::patch,
                      http_method::del, http_method::options})
    if (to_text(method) == text) return method;
  return http_method::other;
}

/// The head of an answer without a body.
std::string empty_answer(unsigned status, bool keeps_open) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " ";
  text += beast_http::obsolete_reason(static_cast<beast_http::status>(status));
  return text.append("\r\nContent-Length: 0\r\n").append(keeps_open ? "\r\n" : "Connection: close\r\n\r\n");
}

http_request take_request(beast_http::request<beast_http::string_body>&& message, std::string peer) {
  http_request request;
  request.method = parse_method(message.method_string());
  request.path = message.target();
  for (const auto& field : message.base())
    request.headers.emplace_back(ascii_lowered(field.name_string()), field.value());
  request.body = std::move(message.body());
  request.peer = std::move(peer);
  return request;
}

} // namespace

class local_receiver::implementation : public std::enable_shared_from_this<implementation> {
public:
  implementation(asio::io_context& io, const std::string& listen, const pem_identity& identity, handler on_request)
      : io_{io}, acceptor_{io}, tls_{make_tls(identity)}, on_request_{std::move(on_request)} {
    auto endpoint = parse_listen_address(listen);
    error_code failed;
    acceptor_.open(endpoint.protocol(), failed);
    if (!failed) acceptor_.set_option(tcp::acceptor::reuse_address{true}, failed);
    if (!failed) acceptor_.bind(endpoint, failed);
    if (!failed) acceptor_.listen(tcp::acceptor::max_listen_connections, failed);
    if (!failed) port_ = acceptor_.local_endpoint(failed).port();
    if (failed) throw std::runtime_error{"cannot listen on " + listen + ": " + failed.message()};
  }

  void start() {
    asio::co_spawn(io_, [self = shared_from_this()] { return self->accept_all(); }, asio::detached);
  }

  std::uint16_t port() const { return port_; }

  void stop() {
    is_stopping_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    auto open = sessions_;
    for (auto* one : open)
      if (!one->is_answering) one->wake();
  }

private:
  struct session : std::enable_shared_from_this<session> {
    session(tcp::socket socket, asio::ssl::context& tls)
        : stream{std::move(socket), tls}, deadline{stream.get_executor()}, held{stream.get_executor()} {}
    /// What follows may take so long; then the connection is cut.
    void allow(std::chrono::seconds time) {
      deadline.expires_after(time);
      deadline.async_wait([self = weak_from_this()](error_code cancelled) {
        error_code ignored;
        if (const auto one = self.lock(); one && !cancelled) one->stream.next_layer().close(ignored);
      });
    }
    void wake() {
      error_code ignored;
      held.cancel();
      stream.next_layer().cancel(ignored);
    }
    asio::ssl::stream<tcp::socket> stream;
    asio::steady_timer deadline;
    asio::steady_timer held; ///< Waited on by a request that is answered late, or never.
    std::string unread;      ///< Bytes of the next request.
    std::array<char, 16 * 1024> received;
    bool is_answering = false;
  };

  /// In the list of open ones as long as it is served.
  struct listed_session {
    listed_session(std::set<session*>& open, session* one) : all{open}, place{open.insert(one).first} {}
    ~listed_session() { all.erase(place); }
    listed_session(const listed_session&) = delete;
    listed_session& operator=(const listed_session&) = delete;
    std::set<session*>& all;
    std::set<session*>::iterator place;
  };

  asio::awaitable<void> accept_all() {
    while (!is_stopping_) {
      error_code failed;
      auto socket = co_await acceptor_.async_accept(into(failed));
      if (is_stopping_ || failed == asio::error::operation_aborted) co_return;
      if (failed) continue;
      auto one = std::make_shared<session>(std::move(socket), tls_);
      // What the handler throws ends the loop, and with it the program that waits for requests.
      asio::co_spawn(
          io_, [self = shared_from_this(), one] { return self->serve(one); },
          [](const std::exception_ptr& thrown) {
            if (thrown) std::rethrow_exception(thrown);
          });
    }
  }

  asio::awaitable<void> serve(std::shared_ptr<session> one) {
    const listed_session listed{sessions_, one.get()};
    error_code failed;
    one->allow(exchange_time);
    co_await one->stream.async_handshake(asio::ssl::stream_base::server, into(failed));
    if (!failed && !is_stopping_) {
      bool leaves_politely = co_await converse(*one);
      if (leaves_politely) {
        one->allow(farewell_time);
        co_await one->stream.async_shutdown(into(failed));
      }
    }
    one->deadline.cancel();
  }

  // Whether the connection is to be closed in the orderly way.
  asio::awaitable<bool> converse(session& one) {
    error_code failed;
    auto peer = one.stream.next_layer().remote_endpoint(failed).address().to_string();
    while (!is_stopping_) {
      request_parser parser;
      parser.body_limit(body_bytes_max);
      parser.eager(true);
      one.allow(exchange_time);
      co_await read(one, parser, failed);
      if (failed) co_return failed == beast_http::error::end_of_stream;
      bool keeps_open = parser.keep_alive();
      // Before the handler, which may call stop(): this answer still goes out.
      one.is_answering = true;
      auto conduct = on_request_(take_request(parser.release(), peer));
      if (conduct.act != receiver_conduct::kind::answer) {
        one.is_answering = false;
        co_await misbehave(one, conduct.act);
        co_return false;
      }
      if (conduct.delay.count() > 0 && !co_await wait(one, conduct.delay)) co_return false;
      keeps_open = keeps_open && !is_stopping_;
      const auto answer = empty_answer(conduct.status, keeps_open);
      one.allow(exchange_time);
      co_await asio::async_write(one.stream, asio::buffer(answer), into(failed));
      one.is_answering = false;
      if (failed || !keeps_open) co_return !failed;
    }
    co_return true;
  }

  // Piece by piece: Beast's own composed reads over TLS take a minute to compile.
  static asio::awaitable<void> read(session& one, request_parser& parser, error_code& failed) {
    for (;;) {
      failed = {};
      if (!one.unread.empty()) one.unread.erase(0, parser.put(asio::buffer(one.unread), failed));
      if (failed == beast_http::error::need_more) failed = {};
      if (one.unread.size() > unparsed_bytes_max) failed = beast_http::error::buffer_overflow;
      if (failed || parser.is_done()) co_return;
      const auto size = co_await one.stream.async_read_some(asio::buffer(one.received), into(failed));
      one.unread.append(one.received.data(), size);
      if (!failed) continue;
      const bool is_between = !parser.got_some() && one.unread.empty();
      if (is_between && failed == asio::error::eof) failed = beast_http::error::end_of_stream;
      co_return;
    }
  }

  // Whether the time has passed: stop() ends it early.
  static asio::awaitable<bool> wait(session& one, std::chrono::milliseconds time) {
    error_code ended;
    one.is_answering = false;
    one.deadline.cancel();
    one.held.expires_after(time);
    co_await one.held.async_wait(into(ended));
    one.is_answering = true;
    co_return !ended;
  }

  asio::awaitable<void> misbehave(session& one, receiver_conduct::kind act) {
    error_code ended;
    one.deadline.cancel();
    if (act == receiver_conduct::kind::hang && !is_stopping_) {
      one.held.expires_at(asio::steady_timer::time_point::max());
      co_await one.held.async_wait(into(ended));
    }
    // Without lingering, the close is a reset, like that of a crashed receiver.
    auto& socket = one.stream.next_layer();
    socket.set_option(asio::socket_base::linger{true, 0}, ended);
    socket.close(ended);
  }

  asio::io_context& io_;
  tcp::acceptor acceptor_;
  asio::ssl::context tls_;
  handler on_request_;
  std::uint16_t port_ = 0;
  bool is_stopping_ = false;
  std::set<session*> sessions_;
};

local_receiver::local_receiver(asio::io_context& io, const std::string& listen, const pem_identity& identity,
                               handler on_request)
    : implementation_{std::make_shared<implementation>(io, listen, identity, std::move(on_request))} {}
local_receiver::~local_receiver() = default;

void local_receiver::start() { implementation_->start(); }
std::uint16_t local_receiver::port() const { return implementation_->port(); }
void local_receiver::stop() { implementation_->stop(); }

} // namespace paylink
