#include "bench/receivers.hpp"

#include "secrets/hmac.hpp"

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <boost/beast/ssl.hpp>

#include <thread>
#include <unordered_set>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::beast::flat_buffer;
using net::ip::tcp;
using tls_stream = net::ssl::stream<tcp::socket>;

constexpr std::chrono::seconds silence{20};
constexpr std::string_view ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
constexpr std::string_view ok_and_goodbye =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";

std::string address_of(std::size_t receiver) { return "127.0.0." + std::to_string(receiver + 1); }

std::string_view reference_in(std::string_view body) {
  constexpr std::string_view member = R"("reference":")";
  const auto at = body.find(member);
  if (at == std::string_view::npos) return {};
  const auto rest = body.substr(at + member.size());
  return rest.substr(0, rest.find('"'));
}

std::string_view text_of(const http::request<http::string_body>& request, std::string_view header) {
  const auto value = request[{header.data(), header.size()}];
  return {value.data(), value.size()};
}

} // namespace

class receivers::implementation {
public:
  explicit implementation(receivers_order order) : order_{std::move(order)} {
    if (order_.tls) {
      tls_.use_certificate_chain(net::buffer(order_.tls->chain));
      tls_.use_private_key(net::buffer(order_.tls->key), net::ssl::context::pem);
    }
    const auto all = count() + (order_.with_hanging ? 1 : 0);
    for (std::size_t i = 0; i < all; ++i) {
      acceptors_.emplace_back(io_, tcp::endpoint{net::ip::make_address(address_of(i)), 0});
      ports_.push_back(acceptors_.back().local_endpoint().port());
    }
    open_.resize(all);
  }

  ~implementation() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  void start(ledger& book, const std::string& signing_key, const std::map<std::string, std::string>& webhook_secrets) {
    book_ = &book;
    key_ = hmac_sha256{signing_key};
    for (const auto& [id, secret] : webhook_secrets) webhook_keys_.emplace(id, hmac_sha256{secret});
    for (std::size_t i = 0; i < acceptors_.size(); ++i) net::co_spawn(io_, accept(i), net::detached);
    thread_ = std::thread{[this] { io_.run(); }};
  }

  std::string url_of(std::size_t receiver, std::string_view path = "/callback") const {
    return (order_.tls ? "https://" : "http://") + address_of(receiver) + ":" + std::to_string(ports_[receiver]) +
           std::string{path};
  }

  std::size_t count() const { return static_cast<std::size_t>(order_.count); }
  std::uint16_t port_of(std::size_t receiver) const { return ports_[receiver]; }
  const receivers_tally& tally() const { return tally_; }
  void set_deaf(bool deaf) { is_deaf_ = deaf; }

private:
  net::awaitable<void> accept(std::size_t receiver) {
    for (;;) {
      auto socket = co_await acceptors_[receiver].async_accept(net::use_awaitable);
      socket.set_option(tcp::no_delay{true});
      net::co_spawn(io_, meet(std::move(socket), receiver), net::detached);
    }
  }

  net::awaitable<void> meet(tcp::socket socket, std::size_t receiver) {
    ++tally_.connections;
    try {
      if (order_.tls) {
        tls_stream stream{std::move(socket), tls_};
        co_await stream.async_handshake(net::ssl::stream_base::server, net::use_awaitable);
        if (SSL_session_reused(stream.native_handle()) == 1) ++tally_.resumed;
        co_await attend(stream, receiver);
      } else {
        co_await attend(socket, receiver);
      }
    } catch (const boost::system::system_error&) {
      // The service closes connections as it likes.
    }
  }

  template <class Stream>
  net::awaitable<void> attend(Stream& stream, std::size_t receiver) {
    return receiver == count() ? hang(stream) : serve(stream, receiver);
  }

  template <class Stream>
  net::awaitable<void> serve(Stream& stream, std::size_t receiver) {
    open_connection open{*this, receiver};
    flat_buffer buffer;
    for (;;) {
      http::request<http::string_body> request;
      co_await http::async_read(stream, buffer, request, net::use_awaitable);
      if (is_deaf_) {
        open.leave(); // who calls may be gone long before we look again
        co_return co_await keep_silent();
      }
      hear(request);
      co_await net::async_write(stream, net::buffer(order_.closes ? ok_and_goodbye : ok), net::use_awaitable);
      if (order_.closes) co_return;
    }
  }

  template <class Stream>
  net::awaitable<void> hang(Stream& stream) {
    const held_connection held{tally_};
    flat_buffer buffer;
    http::request<http::string_body> request;
    co_await http::async_read(stream, buffer, request, net::use_awaitable);
    co_await keep_silent();
  }

  net::awaitable<void> keep_silent() {
    net::steady_timer timer{io_, silence};
    co_await timer.async_wait(net::use_awaitable);
  }

  // One of those that a receiver serves at this moment.
  struct open_connection {
    open_connection(implementation& owner, std::size_t receiver) : count{owner.open_[receiver]} {
      if (++count > owner.tally_.open_peak) owner.tally_.open_peak = count;
    }
    ~open_connection() { leave(); }
    open_connection(const open_connection&) = delete;
    open_connection& operator=(const open_connection&) = delete;
    void leave() {
      if (!std::exchange(has_left, true)) --count;
    }
    std::size_t& count;
    bool has_left = false;
  };

  struct held_connection {
    explicit held_connection(receivers_tally& tally) : all{tally} {
      const auto now = ++all.hanging;
      if (now > all.hanging_peak) all.hanging_peak = now;
    }
    ~held_connection() { --all.hanging; }
    receivers_tally& all;
  };

  void hear(const http::request<http::string_body>& request) {
    const auto now = std::chrono::steady_clock::now();
    if (const auto id = text_of(request, "X-Service-Webhook-ID"); !id.empty()) return hear_webhook(request, id);
    if (key_.hex({text_of(request, "X-Service-Timestamp"), ".", request.body()}) !=
        text_of(request, "X-Service-Signature"))
      ++tally_.bad_signatures;
    auto* link = book_->find(reference_in(request.body()));
    if (!link) {
      ++tally_.unknown;
    } else if (++link->arrivals > 1) {
      ++tally_.duplicates;
    } else {
      link->arrived = now;
      ++tally_.arrived;
    }
  }

  void hear_webhook(const http::request<http::string_body>& request, std::string_view id) {
    const auto key = webhook_keys_.find(id);
    if (key == webhook_keys_.end() || key->second.hex({text_of(request, "X-Service-Timestamp"), ".", request.body()}) !=
                                          text_of(request, "X-Service-Signature")) {
      ++tally_.bad_signatures;
      return;
    }
    const auto event = std::to_string(std::hash<std::string>{}(request.body()));
    if (reported_.insert(std::string{id}.append(" ").append(event)).second) ++tally_.webhooks;
  }

  receivers_order order_;
  std::map<std::string, hmac_sha256, std::less<>> webhook_keys_; ///< By the webhook's id.
  std::unordered_set<std::string> reported_; ///< Webhook and body: what comes again is counted once.
  ledger* book_ = nullptr;
  std::atomic<bool> is_deaf_{false};
  hmac_sha256 key_{""};
  // These outlive the connections that io_ holds.
  receivers_tally tally_;
  std::vector<std::size_t> open_; // Connections being served, by receiver.
  net::io_context io_{1};
  net::ssl::context tls_{net::ssl::context::tls_server};
  std::vector<tcp::acceptor> acceptors_;
  std::vector<std::uint16_t> ports_;
  std::thread thread_;
};

receivers::receivers(receivers_order order) : implementation_{std::make_unique<implementation>(std::move(order))} {}
receivers::~receivers() = default;

void receivers::start(ledger& book, const std::string& signing_key,
                      const std::map<std::string, std::string>& webhook_secrets) {
  implementation_->start(book, signing_key, webhook_secrets);
}

void receivers::set_deaf(bool deaf) { implementation_->set_deaf(deaf); }

std::string receivers::url_of(std::size_t position) const {
  return implementation_->url_of(position % implementation_->count());
}

std::string receivers::webhook_url_of(std::size_t position) const {
  return implementation_->url_of(position % implementation_->count(), "/webhook");
}

std::string receivers::hanging_url() const { return implementation_->url_of(implementation_->count()); }

std::uint16_t receivers::port_of(std::size_t receiver) const { return implementation_->port_of(receiver); }

const receivers_tally& receivers::tally() const { return implementation_->tally(); }

std::vector<std::string> receivers::names_of(int count) {
  std::vector<std::string> names{"DNS:localhost"};
  for (int i = 0; i < count; ++i) names.push_back("IP:" + address_of(static_cast<std::size_t>(i)));
  return names;
}

} // namespace paylink::load
