#include "bench/steady_load.hpp"

#include "bench/interruption.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;
using std::chrono::steady_clock;

/// How long an answer may take when all have been asked for.
constexpr std::chrono::seconds patience{30};

class callers {
public:
  callers(const steady_order& order, std::size_t requests)
      : order_{order}, requests_{requests}, service_{net::ip::make_address("127.0.0.1"), order.port} {}

  steady_tally run() {
    start_ = steady_clock::now();
    for (int i = 0; i < order_.connections; ++i) net::co_spawn(io_, call(), net::detached);
    answered_at_ = start_;
    while (!io_.stopped() && !is_interrupted &&
           steady_clock::now() < std::max(due_of(requests_), answered_at_) + patience)
      io_.run_for(std::chrono::milliseconds{100});
    if (!io_.stopped()) ++tally_.failed["no answer"];
    return std::move(tally_);
  }

private:
  steady_clock::time_point due_of(std::size_t turn) const {
    if (order_.rate <= 0) return steady_clock::now();
    const std::chrono::duration<double> offset{static_cast<double>(turn) / order_.rate};
    return start_ + std::chrono::duration_cast<steady_clock::duration>(offset);
  }

  const std::string& request_of(std::size_t turn) const {
    return order_.create_every != 0 && turn % order_.create_every == 0 ? order_.create
                                                                       : order_.looks[turn % order_.looks.size()];
  }

  net::awaitable<void> call() {
    tcp::socket connection{io_};
    boost::beast::flat_buffer buffer;
    net::steady_timer timer{io_};
    while (next_ < requests_ && !is_interrupted) {
      const auto turn = next_++;
      const auto due = due_of(turn);
      if (order_.rate > 0) {
        timer.expires_at(due);
        co_await timer.async_wait(net::use_awaitable);
      }
      co_await ask(connection, buffer, turn, due);
      answered_at_ = steady_clock::now();
    }
  }

  net::awaitable<void> ask(tcp::socket& connection, boost::beast::flat_buffer& buffer, std::size_t turn,
                           steady_clock::time_point due) {
    try {
      if (!connection.is_open()) {
        co_await connection.async_connect(service_, net::use_awaitable);
        connection.set_option(tcp::no_delay{true});
      }
      co_await net::async_write(connection, net::buffer(request_of(turn)), net::use_awaitable);
      http::response<http::string_body> answer;
      co_await http::async_read(connection, buffer, answer, net::use_awaitable);
      const std::chrono::duration<double, std::milli> waited{steady_clock::now() - due};
      tally_.latencies_ms.push_back(waited.count());
      if (answer.result_int() > 201)
        ++tally_.failed[std::to_string(answer.result_int()) + " " + answer.body().substr(0, 120)];
      if (!answer.keep_alive()) connection.close();
    } catch (const boost::system::system_error& fault) {
      ++tally_.failed[fault.code().message()];
      connection.close();
      buffer.clear();
    }
  }

  const steady_order& order_;
  std::size_t requests_;
  tcp::endpoint service_;
  net::io_context io_{1};
  steady_clock::time_point start_, answered_at_;
  std::size_t next_ = 0;
  steady_tally tally_;
};

} // namespace

steady_tally call_steadily(const steady_order& order, std::chrono::milliseconds time) {
  return call_so_often(order, static_cast<std::size_t>(std::chrono::duration<double>{time}.count() * order.rate));
}

steady_tally call_so_often(const steady_order& order, std::size_t requests) { return callers{order, requests}.run(); }

} // namespace paylink::load
