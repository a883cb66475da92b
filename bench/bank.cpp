#include "bench/bank.hpp"

#include "bench/interruption.hpp"
#include "domain/values/time.hpp"
#include "secrets/hmac.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::beast::flat_buffer;
using net::ip::tcp;

/// How long an answer may take after the last credit was sent.
constexpr std::chrono::seconds answer_limit{30};

class paying_bank {
public:
  paying_bank(const bank_order& order, ledger& book)
      : order_{order}, book_{book}, signature_{order.feed_secret},
        service_{net::ip::make_address("127.0.0.1"), order.port} {}

  bank_tally run() {
    start_ = std::chrono::steady_clock::now();
    for (int i = 0; i < order_.concurrency; ++i) net::co_spawn(io_, pay(), net::detached);
    const auto limit = start_ + order_.time + answer_limit;
    while (!io_.stopped() && !is_interrupted && std::chrono::steady_clock::now() < limit)
      io_.run_for(std::chrono::milliseconds{100});
    tally_.sent = next_;
    return tally_;
  }

private:
  net::awaitable<void> pay() {
    tcp::socket connection{io_};
    flat_buffer buffer;
    net::steady_timer timer{io_};
    while (next_ < order_.positions.size() && !is_late()) {
      std::vector<link_entry*> links;
      for (int i = 0; i < order_.entries_a_request && next_ < order_.positions.size(); ++i)
        links.push_back(&book_.at(order_.positions[next_++]));
      auto due = std::chrono::steady_clock::now();
      if (order_.rate > 0) {
        due = due_of(requests_++);
        timer.expires_at(due);
        co_await timer.async_wait(net::use_awaitable);
      }
      for (auto* link : links) link->due = due;
      co_await tell(connection, buffer, links);
    }
  }

  bool is_late() const { return is_interrupted || std::chrono::steady_clock::now() - start_ >= order_.time; }

  moment due_of(std::size_t turn) const {
    const std::chrono::duration<double> offset{static_cast<double>(turn) / order_.rate};
    return start_ + std::chrono::duration_cast<moment::duration>(offset);
  }

  net::awaitable<void> tell(tcp::socket& connection, flat_buffer& buffer, const std::vector<link_entry*>& links) {
    try {
      if (!connection.is_open()) {
        co_await connection.async_connect(service_, net::use_awaitable);
        connection.set_option(tcp::no_delay{true});
      }
      const auto request = request_for(links);
      co_await net::async_write(connection, net::buffer(request), net::use_awaitable);
      http::response<http::string_body> answer;
      co_await http::async_read(connection, buffer, answer, net::use_awaitable);
      const auto answered = std::chrono::steady_clock::now();
      for (auto* link : links) link->answered = answered;
      judge(answer, links);
      if (!answer.keep_alive()) connection.close();
    } catch (const boost::system::system_error& fault) {
      ++tally_.refusals[fault.code().message()];
      connection.close();
      buffer.clear();
    }
  }

  /// The answers stand in the order of the entries.
  void judge(const http::response<http::string_body>& answer, const std::vector<link_entry*>& links) {
    constexpr std::string_view result = R"("result":")", recorded = "recorded";
    std::size_t at = 0;
    for (auto* link : links) {
      at = answer.result() == http::status::ok ? answer.body().find(result, at) : answer.body().npos;
      if (at != answer.body().npos) at += result.size();
      link->is_acknowledged = at != answer.body().npos && answer.body().compare(at, recorded.size(), recorded) == 0;
      if (!link->is_acknowledged)
        ++tally_.refusals[std::to_string(answer.result_int()) + " " + answer.body().substr(0, 120)];
    }
  }

  std::string request_for(const std::vector<link_entry*>& links) {
    const auto now = system_wall_clock{}.now();
    const auto timestamp = std::to_string(unix_seconds(now));
    const auto occurred_at = format_rfc3339(now);
    std::string body = R"({"entries":[)";
    for (const auto* link : links) {
      if (link != links.front()) body += ',';
      body.append(R"({"bank_reference":"B-)").append(link->reference).append(R"(","account_number":")");
      body.append(order_.account_number)
          .append(R"(","amount":250000,"transfer_type":"credit","content":"thanh toan )")
          .append(link->reference)
          .append(R"( don hang","occurred_at":")")
          .append(occurred_at)
          .append(R"(","status":"booked"})");
    }
    body += "]}";
    return "POST /v1.1/bank-feed/MB HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
           "X-Service-Timestamp: " +
           timestamp + "\r\nX-Service-Signature: " + signature_.hex({timestamp, ".", body}) +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  const bank_order& order_;
  ledger& book_;
  hmac_sha256 signature_;
  tcp::endpoint service_;
  net::io_context io_{1};
  moment start_;
  std::size_t next_ = 0, requests_ = 0;
  bank_tally tally_;
};

} // namespace

bank_tally pay_links(const bank_order& order, ledger& book) { return paying_bank{order, book}.run(); }

} // namespace paylink::load
