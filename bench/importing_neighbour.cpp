#include "bench/importing_neighbour.hpp"

#include "bench/asking_thread.hpp"

#include "domain/values/time.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;

constexpr std::size_t text_bytes = 1'000'000;
constexpr std::chrono::milliseconds pause_after_refused_import{20};

} // namespace

class importing_neighbour::implementation : public asking_thread {
public:
  explicit implementation(order wanted) : order_{std::move(wanted)} {
    while (text_.size() < text_bytes) text_ += "tra tien hang thang nay ";
    for (int i = 0; i < order_.imports; ++i) net::co_spawn(io, repeat_import(), net::detached);
    begin();
  }
  ~implementation() { end(); }

private:
  net::awaitable<void> repeat_import() {
    tcp::socket connection{io};
    boost::beast::flat_buffer buffer;
    for (;;) {
      const auto status = co_await ask(connection, buffer);
      ++answers[status];
      if (status == 200) continue;
      net::steady_timer timer{io, pause_after_refused_import};
      co_await timer.async_wait(net::use_awaitable);
    }
  }

  net::awaitable<unsigned> ask(tcp::socket& connection, boost::beast::flat_buffer& buffer) {
    try {
      if (!connection.is_open())
        co_await connection.async_connect({net::ip::make_address("127.0.0.1"), order_.port}, net::use_awaitable);
      http::request<http::string_body> request{
          http::verb::post, "/v1.1/bank-accounts/" + order_.workspace + "/" + order_.account + "/import", 11};
      request.set(http::field::host, "127.0.0.1");
      request.set(http::field::authorization, "Bearer " + order_.token);
      request.set(http::field::content_type, "application/json");
      request.body() = statement();
      request.prepare_payload();
      co_await http::async_write(connection, request, net::use_awaitable);
      http::response<http::string_body> answer;
      co_await http::async_read(connection, buffer, answer, net::use_awaitable);
      if (!answer.keep_alive()) connection.close();
      co_return answer.result_int();
    } catch (const boost::system::system_error&) {
      connection.close();
      buffer.clear();
      co_return 0;
    }
  }

  /// Of today, with an amount that no other has: each is a new transaction.
  std::string statement() {
    const auto now = format_vietnam(std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
    return R"({"format":"csv","columns":{"date":"Date","date_pattern":"dd/MM/yyyy HH:mm:ss","amount":"Amount",)"
           R"("text":"Text"},"statement":"Date,Amount,Text\n)" +
           now.substr(6) + " 00:00:01," + std::to_string(++last_amount_) + "," + text_ + R"(\n"})";
  }

  const order order_;
  std::string text_;
  std::int64_t last_amount_ = 10'000;
};

importing_neighbour::importing_neighbour(order wanted)
    : implementation_{std::make_unique<implementation>(std::move(wanted))} {}

importing_neighbour::~importing_neighbour() = default;

const std::map<unsigned, std::size_t>& importing_neighbour::end() { return implementation_->end(); }

} // namespace paylink::load
