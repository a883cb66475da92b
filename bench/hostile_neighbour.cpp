#include "bench/hostile_neighbour.hpp"

#include "bench/asking_thread.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/json.hpp>

#include <array>
#include <optional>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;

/// What is refused at once is asked for again a little later: it is a neighbour, no flood.
constexpr std::chrono::milliseconds pause_after_refusal{5};
constexpr std::array searched{"zq", "khong%20co%20dau%20ca", "nguyen%20van", "don%20hang%2039999", "hang%2012345"};

} // namespace

class hostile_neighbour::implementation : public asking_thread {
public:
  explicit implementation(order wanted) : order_{std::move(wanted)} {
    for (int i = 0; i < order_.searches; ++i) net::co_spawn(io, search(static_cast<std::size_t>(i)), net::detached);
    for (int i = 0; i < order_.lists; ++i) net::co_spawn(io, walk(), net::detached);
    begin();
  }
  ~implementation() { end(); }

private:
  struct line {
    explicit line(net::io_context& io) : connection{io} {}
    tcp::socket connection;
    boost::beast::flat_buffer buffer;
  };

  net::awaitable<void> search(std::size_t turn) {
    line to{io};
    for (;; ++turn) {
      const auto query = "?limit=100&q=" + std::string{searched[turn % searched.size()]} + std::to_string(turn % 7);
      co_await ask(to, query);
    }
  }

  net::awaitable<void> walk() {
    line to{io};
    std::string cursor;
    for (;;) {
      const auto query = "?limit=100&min_amount=10000" + (cursor.empty() ? cursor : "&cursor=" + cursor);
      const auto answer = co_await ask(to, query);
      cursor.clear();
      if (!answer) continue;
      const auto parsed = boost::json::parse(*answer);
      const auto& meta = parsed.at("meta").as_object();
      if (meta.at("has_more").as_bool()) cursor = meta.at("next_cursor").as_string().c_str();
    }
  }

  /// The body of a 200.
  net::awaitable<std::optional<std::string>> ask(line& to, const std::string& query) {
    unsigned status = 0;
    std::string body;
    try {
      if (!to.connection.is_open())
        co_await to.connection.async_connect({net::ip::make_address("127.0.0.1"), order_.port}, net::use_awaitable);
      const auto request = "GET /v1.1/transactions/" + order_.workspace + query +
                           " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + order_.token + "\r\n\r\n";
      co_await net::async_write(to.connection, net::buffer(request), net::use_awaitable);
      http::response<http::string_body> answer;
      co_await http::async_read(to.connection, to.buffer, answer, net::use_awaitable);
      status = answer.result_int();
      body = std::move(answer.body());
      if (!answer.keep_alive()) to.connection.close();
    } catch (const boost::system::system_error&) {
      to.connection.close();
      to.buffer.clear();
    }
    ++answers[status];
    if (status == 200) co_return body;
    net::steady_timer timer{io, pause_after_refusal};
    co_await timer.async_wait(net::use_awaitable);
    co_return std::nullopt;
  }

  const order order_;
};

hostile_neighbour::hostile_neighbour(order wanted)
    : implementation_{std::make_unique<implementation>(std::move(wanted))} {}

hostile_neighbour::~hostile_neighbour() = default;

const std::map<unsigned, std::size_t>& hostile_neighbour::end() { return implementation_->end(); }

} // namespace paylink::load
