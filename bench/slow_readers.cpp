#include "bench/slow_readers.hpp"

#include "bench/asking_thread.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;

/// Small, so that what is not read waits in the service.
constexpr int receive_buffer_bytes = 16 * 1024;
constexpr std::chrono::milliseconds between_reads{20}, rest_after_refusal{50};

} // namespace

class slow_readers::implementation : public asking_thread {
public:
  explicit implementation(order wanted) : order_{std::move(wanted)} {
    for (int i = 0; i < order_.connections; ++i) net::co_spawn(io, ask(static_cast<std::size_t>(i)), net::detached);
    begin();
  }
  ~implementation() { end(); }

private:
  net::awaitable<void> ask(std::size_t turn) {
    for (;; ++turn) {
      unsigned status = 0;
      try {
        status = co_await read(order_.targets[turn % order_.targets.size()]);
      } catch (const boost::system::system_error&) { // the service has ended the connection
      }
      ++answers[status];
      if (status != 200) co_await rest(rest_after_refusal);
    }
  }

  net::awaitable<unsigned> read(const std::string& target) {
    tcp::socket connection{io};
    connection.open(tcp::v4());
    connection.set_option(net::socket_base::receive_buffer_size{receive_buffer_bytes});
    co_await connection.async_connect({net::ip::make_address("127.0.0.1"), order_.port}, net::use_awaitable);
    const auto request = "GET " + target +
                         " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer " + order_.token +
                         "\r\n\r\n";
    co_await net::async_write(connection, net::buffer(request), net::use_awaitable);
    const auto portion = order_.bytes_per_second * static_cast<std::size_t>(between_reads.count()) / 1'000;
    boost::beast::flat_buffer buffer{portion};
    http::response_parser<http::string_body> answer;
    answer.body_limit(boost::none);
    while (!answer.is_done()) {
      co_await http::async_read_some(connection, buffer, answer, net::use_awaitable);
      co_await rest(between_reads);
    }
    co_return answer.get().result_int();
  }

  net::awaitable<void> rest(std::chrono::milliseconds time) {
    net::steady_timer timer{io, time};
    co_await timer.async_wait(net::use_awaitable);
  }

  const order order_;
};

slow_readers::slow_readers(order wanted) : implementation_{std::make_unique<implementation>(std::move(wanted))} {}

slow_readers::~slow_readers() = default;

const std::map<unsigned, std::size_t>& slow_readers::end() { return implementation_->end(); }

} // namespace paylink::load
