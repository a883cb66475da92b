// What this machine allows: the whole job with Beast, SQLite and OpenSSL and nothing else. No router, no authorization,
// no actors, no check of addresses, no repetition of failed calls. One thread for the network and one for the disk.
//   load_floor seed | serve
#include "bench/peers/floor_store.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <cstdlib>
#include <deque>
#include <map>
#include <thread>

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;
using namespace paylink::load;

std::string_view member(std::string_view body, std::string_view name) {
  auto at = body.find(name);
  if (at == std::string_view::npos) return {};
  at = body.find_first_not_of("\": ", at + name.size() + 1);
  return body.substr(at, body.find_first_of("\",}", at) - at);
}

/// One of the bank's connections.
class session : public std::enable_shared_from_this<session> {
public:
  session(tcp::socket socket, floor_store& store) : socket_{std::move(socket)}, store_{store} {}

  void read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](auto error, std::size_t) {
      if (!error) self->take();
    });
  }

private:
  void take() {
    const std::string_view body = request_.body();
    if (body.empty()) return answer("{\"status\":\"ready\"}");
    store_.add({.bank_reference = std::string{member(body, "\"bank_reference\"")},
                .content = std::string{member(body, "\"content\"")},
                .occurred_at = std::string{member(body, "\"occurred_at\"")},
                .amount = std::atoll(std::string{member(body, "\"amount\"")}.c_str()),
                .answer = [self = shared_from_this()] {
                  self->answer(R"({"success":true,"data":[{"result":"recorded"}]})");
                }});
  }

  void answer(const char* body) {
    response_ = {};
    response_.set(http::field::content_type, "application/json");
    response_.body() = body;
    response_.prepare_payload();
    http::async_write(socket_, response_, [self = shared_from_this()](auto error, std::size_t) {
      if (!error) self->read();
    });
  }

  tcp::socket socket_;
  floor_store& store_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

/// The kept connections to one receiver, and what waits for one of them.
class receiver_line {
public:
  receiver_line(net::io_context& io, const std::string& url, int connections, floor_store& store) : store_{store} {
    const auto host = url.find("//") + 2, colon = url.find(':', host), path = url.find('/', colon);
    endpoint_ = {net::ip::make_address(url.substr(host, colon - host)),
                 static_cast<std::uint16_t>(std::stoi(url.substr(colon + 1)))};
    target_ = url.substr(path);
    for (int i = 0; i < connections; ++i) idle_.push_back(std::make_unique<connection>(io));
  }

  void send(callback_event event) {
    waiting_.push_back(std::move(event));
    if (idle_.empty()) return;
    auto free = std::move(idle_.back());
    idle_.pop_back();
    next(std::move(free));
  }

private:
  struct connection {
    explicit connection(net::io_context& io) : socket{io} {}
    tcp::socket socket;
    boost::beast::flat_buffer buffer;
    http::request<http::string_body> request;
    http::response<http::string_body> response;
    std::int64_t row = 0;
  };
  using held = std::shared_ptr<connection>;

  void next(held free) {
    if (waiting_.empty()) return idle_.push_back(std::move(free));
    auto event = std::move(waiting_.front());
    waiting_.pop_front();
    free->row = event.row;
    write_request(free->request, event);
    if (free->socket.is_open()) return exchange(std::move(free));
    free->socket.async_connect(endpoint_, [this, free](auto error) {
      if (error) return;
      free->socket.set_option(tcp::no_delay{true});
      exchange(free);
    });
  }

  void write_request(http::request<http::string_body>& request, callback_event& event) const {
    request = {http::verb::post, target_, 11, std::move(event.body)};
    request.set(http::field::host, endpoint_.address().to_string());
    request.set(http::field::content_type, "application/json");
    request.set(http::field::user_agent, "Service-Payment-Link/1");
    request.set("X-Service-Event-ID", event.id);
    request.set("X-Service-Attempt", "1");
    request.set("X-Service-Timestamp", std::to_string(event.signed_at));
    request.set("X-Service-Signature", event.signature);
    if (!event.webhook.empty()) request.set("X-Service-Webhook-ID", event.webhook);
    request.prepare_payload();
  }

  void exchange(held busy) {
    http::async_write(busy->socket, busy->request, [this, busy](auto error, std::size_t) {
      if (error) return;
      busy->response = {};
      http::async_read(busy->socket, busy->buffer, busy->response, [this, busy](auto failed, std::size_t) {
        if (failed) return;
        store_.acknowledge(busy->row);
        next(busy);
      });
    });
  }

  floor_store& store_;
  tcp::endpoint endpoint_;
  std::string target_;
  std::vector<held> idle_;
  std::deque<callback_event> waiting_;
};

const char* required_setting(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) std::exit((std::fprintf(stderr, "load_floor: %s is not set\n", name), 2));
  return value;
}

void serve() {
  net::io_context io{1};
  std::map<std::string, std::unique_ptr<receiver_line>> lines;
  const int connections = std::atoi(required_setting("PEER_CONNECTIONS"));
  const auto spread = [&](floor_store& store, std::vector<credit>& credits, std::vector<callback_event>& events) {
    for (auto& one : credits) one.answer();
    for (auto& event : events) {
      auto& line = lines[event.url];
      if (!line) line = std::make_unique<receiver_line>(io, event.url, connections, store);
      line->send(std::move(event));
    }
  };
  floor_store store{required_setting("PEER_DATABASE"), required_setting("PEER_SIGNING_KEY"),
                    [&](auto credits, auto events) {
                      net::post(io, [&, credits = std::move(credits), events = std::move(events)]() mutable {
                        spread(store, credits, events);
                      });
                    }};
  tcp::acceptor acceptor{
      io, {net::ip::make_address("127.0.0.1"), static_cast<std::uint16_t>(std::atoi(required_setting("PEER_PORT")))}};
  std::function<void()> accept = [&] {
    acceptor.async_accept([&](auto error, tcp::socket socket) {
      if (error) return;
      socket.set_option(tcp::no_delay{true});
      std::make_shared<session>(std::move(socket), store)->read();
      accept();
    });
  };
  accept();
  std::thread{[&] { store.run(); }}.detach();
  io.run();
}

} // namespace

int main(int count, char** words) {
  const std::string verb = count == 2 ? words[1] : "";
  if (verb == "seed")
    seed_floor(required_setting("PEER_DATABASE"), required_setting("PEER_LINKS"), required_setting("PEER_WEBHOOKS"));
  else
    serve();
}
