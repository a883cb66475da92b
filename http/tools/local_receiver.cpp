#include "http/tools/local_receiver.hpp"
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
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace paylink {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t body_bytes_max = 1024 * 1024;
constexpr std::chrono::seconds exchange_time{30};
constexpr std::chrono::seconds farewell_time{1};

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

http_request take_request(beast_http::request<beast_http::string_body>&& message, std::string peer) {
  http_request request;
  request.method = parse_method(message.method_string());
  request.path = message.target();
  for (const auto& field : message.base()) {
    std::string name{field.name_string()};
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    request.headers.emplace_back(std::move(name), field.value());
  }
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
  struct session {
    session(tcp::socket socket, asio::ssl::context& tls)
        : stream{beast::tcp_stream{std::move(socket)}, tls}, held{stream.get_executor()} {
      held.expires_at(asio::steady_timer::time_point::max());
    }
    void wake() {
      held.cancel();
      stream.next_layer().cancel();
    }
    asio::ssl::stream<beast::tcp_stream> stream;
    asio::steady_timer held; ///< Waited on by a request that is never answered.
    bool is_answering = false;
  };

  asio::awaitable<void> accept_all() {
    while (!is_stopping_) {
      error_code failed;
      auto socket = co_await acceptor_.async_accept(into(failed));
      if (is_stopping_ || failed == asio::error::operation_aborted) co_return;
      if (failed) continue;
      auto one = std::make_shared<session>(std::move(socket), tls_);
      asio::co_spawn(io_, [self = shared_from_this(), one] { return self->serve(one); }, asio::detached);
    }
  }

  asio::awaitable<void> serve(std::shared_ptr<session> one) {
    sessions_.insert(one.get());
    error_code failed;
    one->stream.next_layer().expires_after(exchange_time);
    co_await one->stream.async_handshake(asio::ssl::stream_base::server, into(failed));
    if (!failed && !is_stopping_) {
      bool leaves_politely = co_await converse(*one);
      if (leaves_politely) {
        one->stream.next_layer().expires_after(farewell_time);
        co_await one->stream.async_shutdown(into(failed));
      }
    }
    sessions_.erase(one.get());
  }

  // Whether the connection is to be closed in the orderly way.
  asio::awaitable<bool> converse(session& one) {
    beast::flat_buffer buffer;
    error_code failed;
    auto peer = one.stream.next_layer().socket().remote_endpoint(failed).address().to_string();
    while (!is_stopping_) {
      beast_http::request_parser<beast_http::string_body> parser;
      parser.body_limit(body_bytes_max);
      one.stream.next_layer().expires_after(exchange_time);
      co_await beast_http::async_read(one.stream, buffer, parser, into(failed));
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
      beast_http::response<beast_http::string_body> answer;
      answer.version(11);
      answer.result(conduct.status);
      keeps_open = keeps_open && !is_stopping_;
      answer.keep_alive(keeps_open);
      answer.prepare_payload();
      one.stream.next_layer().expires_after(exchange_time);
      co_await beast_http::async_write(one.stream, answer, into(failed));
      one.is_answering = false;
      if (failed || !keeps_open) co_return !failed;
    }
    co_return true;
  }

  asio::awaitable<void> misbehave(session& one, receiver_conduct::kind act) {
    error_code ended;
    if (act == receiver_conduct::kind::hang && !is_stopping_) {
      one.stream.next_layer().expires_never();
      co_await one.held.async_wait(into(ended));
    }
    // Without lingering, the close is a reset, like that of a crashed receiver.
    auto& socket = one.stream.next_layer().socket();
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
