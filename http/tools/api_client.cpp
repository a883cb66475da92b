#include "http/tools/api_client.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <stdexcept>

namespace paylink {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = boost::beast::http;
using boost::system::error_code;
using plain_stream = beast::tcp_stream;
using tls_stream = asio::ssl::stream<beast::tcp_stream>;

namespace {

// Well below the time after which servers close idle connections.
constexpr std::chrono::seconds unused_max{4};
constexpr std::size_t answer_bytes_max = 64 * 1024 * 1024;

beast_http::request<beast_http::string_body> make_request(const api_call& call, const service_address& to,
                                                          const std::string& token) {
  beast_http::request<beast_http::string_body> request;
  request.version(11);
  request.method_string(std::string{to_text(call.method)});
  request.target(to.path + call.target);
  request.set(beast_http::field::host, to.authority());
  request.set(beast_http::field::user_agent, "paylink");
  if (!token.empty()) request.set(beast_http::field::authorization, "Bearer " + token);
  if (!call.body.empty()) request.set(beast_http::field::content_type, "application/json");
  for (const auto& [name, value] : call.headers) request.set(name, value);
  request.body() = call.body;
  request.prepare_payload();
  return request;
}

api_answer take_answer(beast_http::response<beast_http::string_body>&& message) {
  api_answer answer{.status = message.result_int(), .headers = {}, .body = std::move(message.body())};
  for (const auto& field : message.base()) {
    std::string name{field.name_string()};
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    answer.headers.emplace_back(std::move(name), field.value());
  }
  return answer;
}

asio::ssl::context make_tls(const std::string& ca_file) {
  asio::ssl::context tls{asio::ssl::context::tls_client};
  SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
  tls.set_verify_mode(asio::ssl::verify_peer);
  tls.set_default_verify_paths();
  if (ca_file.empty()) return tls;
  error_code failed;
  tls.load_verify_file(ca_file, failed);
  if (failed) throw std::invalid_argument{"the CA file " + ca_file + " cannot be used: " + failed.message()};
  return tls;
}

} // namespace

std::string_view api_answer::header(std::string_view lower_case_name) const {
  auto found = std::ranges::find(headers, lower_case_name, &std::pair<std::string, std::string>::first);
  return found == headers.end() ? std::string_view{} : found->second;
}

class api_client::connection {
public:
  connection(api_client_options with, service_address to) : options_{std::move(with)}, address_{std::move(to)} {
    if (address_.is_tls) tls_.emplace(make_tls(options_.ca_file));
  }

  std::variant<api_answer, unreachable> send(const api_call& call) {
    bool was_kept = is_open_ && std::chrono::steady_clock::now() - last_use_ < unused_max;
    if (!was_kept) close();
    auto outcome = try_once(call);
    bool may_repeat = call.is_repeatable || call.method == http_method::get;
    if (was_kept && may_repeat && !heard_anything_ && std::holds_alternative<unreachable>(outcome)) {
      close();
      outcome = try_once(call);
    }
    if (std::holds_alternative<unreachable>(outcome)) close();
    return outcome;
  }

  const service_address& address() const { return address_; }

private:
  std::variant<api_answer, unreachable> try_once(const api_call& call) {
    heard_anything_ = false;
    if (auto failure = open(); !failure.empty()) return unreachable{std::move(failure)};
    lowest().expires_after(options_.timeout);
    return secure_ ? exchange(*secure_, call) : exchange(*plain_, call);
  }

  // Empty when the connection stands.
  std::string open() {
    if (is_open_) return {};
    error_code failed;
    auto found = asio::ip::tcp::resolver{io_}.resolve(address_.host, address_.port, failed);
    if (failed) return "the name " + address_.host + " cannot be resolved: " + failed.message();
    if (address_.is_tls)
      secure_ = std::make_unique<tls_stream>(io_, *tls_);
    else
      plain_ = std::make_unique<plain_stream>(io_);
    lowest().expires_after(options_.timeout);
    failed = finish([&](auto done) { lowest().async_connect(found, std::move(done)); });
    if (failed) return "cannot connect to " + address_.authority() + ": " + failed.message();
    lowest().socket().set_option(asio::ip::tcp::no_delay{true}, failed);
    if (secure_) {
      if (auto refused = shake_hands(); !refused.empty()) return refused;
    }
    is_open_ = true;
    return {};
  }

  std::string shake_hands() {
    auto* session = secure_->native_handle();
    error_code not_an_address;
    asio::ip::make_address(address_.host, not_an_address);
    X509_VERIFY_PARAM_set_hostflags(SSL_get0_param(session),
                                    X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (not_an_address) {
      SSL_set_tlsext_host_name(session, address_.host.c_str());
      SSL_set1_host(session, address_.host.c_str());
    } else {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), address_.host.c_str());
    }
    auto failed = finish([&](auto done) { secure_->async_handshake(tls_stream::client, std::move(done)); });
    if (!failed) return {};
    auto verdict = SSL_get_verify_result(session);
    return "no trusted TLS connection to " + address_.authority() + ": " +
           (verdict == X509_V_OK ? failed.message() : X509_verify_cert_error_string(verdict));
  }

  template <class Stream>
  std::variant<api_answer, unreachable> exchange(Stream& stream, const api_call& call) {
    auto request = make_request(call, address_, options_.token);
    auto failed = finish([&](auto done) { beast_http::async_write(stream, request, std::move(done)); });
    beast::flat_buffer buffer;
    beast_http::response_parser<beast_http::string_body> parser;
    parser.body_limit(answer_bytes_max);
    // A service that refuses early may close before it has read everything: its answer still counts.
    auto not_read = finish([&](auto done) { beast_http::async_read(stream, buffer, parser, std::move(done)); });
    heard_anything_ = parser.got_some();
    if (not_read)
      return unreachable{"no answer from " + address_.authority() + ": " + (failed ? failed : not_read).message()};
    if (failed || !parser.keep_alive()) close();
    last_use_ = std::chrono::steady_clock::now();
    return take_answer(parser.release());
  }

  // Starts one asynchronous operation and waits for its end, so that the stream's deadline holds for it.
  template <class Operation>
  error_code finish(Operation&& operation) {
    error_code outcome;
    operation([&outcome](error_code ended, auto&&...) { outcome = ended; });
    io_.restart();
    io_.run();
    return outcome;
  }

  beast::tcp_stream& lowest() { return secure_ ? secure_->next_layer() : *plain_; }

  void close() {
    is_open_ = false;
    secure_.reset();
    plain_.reset();
  }

  api_client_options options_;
  service_address address_;
  asio::io_context io_{1};
  std::optional<asio::ssl::context> tls_;
  std::unique_ptr<plain_stream> plain_;
  std::unique_ptr<tls_stream> secure_;
  std::chrono::steady_clock::time_point last_use_;
  bool is_open_ = false;
  bool heard_anything_ = false;
};

api_client::api_client(api_client_options options) {
  auto address = parse_service_address(options.base_url);
  if (!address) throw std::invalid_argument{"`" + options.base_url + "` is not an http:// or https:// address"};
  connection_ = std::make_unique<connection>(std::move(options), std::move(*address));
}
api_client::~api_client() = default;
api_client::api_client(api_client&&) noexcept = default;
api_client& api_client::operator=(api_client&&) noexcept = default;

std::variant<api_answer, unreachable> api_client::send(const api_call& call) { return connection_->send(call); }
const service_address& api_client::address() const { return connection_->address(); }

} // namespace paylink
