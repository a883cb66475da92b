// A receiver that takes the first piece of a body for the whole, as a careless one does with a socket.
#include "tests/cli/program_run.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <atomic>
#include <list>
#include <thread>

namespace asio = boost::asio;
using namespace paylink::test;
using asio::ip::tcp;

namespace {

class hasty_receiver {
public:
  hasty_receiver() : acceptor_{io_, {asio::ip::address_v4::loopback(), 0}}, thread_{[this] { serve(); }} {}
  ~hasty_receiver() {
    is_over_ = true;
    tcp::socket last{io_};
    last.connect(acceptor_.local_endpoint()); // wakes it up
    thread_.join();
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "/"; }

private:
  void serve() {
    for (;;) {
      // Kept open to the end: a close with bytes unread would be a reset, which destroys the answer.
      auto& client = clients_.emplace_back(acceptor_.accept());
      if (is_over_) return;
      std::array<char, 16384> room;
      boost::system::error_code ignored;
      const auto size = client.read_some(asio::buffer(room), ignored);
      const std::string_view text{room.data(), size};
      const bool is_whole = text.ends_with("}") || text.ends_with("}\n");
      const std::string answer = is_whole ? "204 No Content" : "400 Bad Request";
      asio::write(client, asio::buffer("HTTP/1.1 " + answer + "\r\nContent-Length: 0\r\n\r\n"), ignored);
    }
  }

  asio::io_context io_;
  tcp::acceptor acceptor_;
  std::list<tcp::socket> clients_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(slow_body)

BOOST_AUTO_TEST_CASE(a_receiver_that_judges_the_first_piece_of_a_body_is_caught) {
  hasty_receiver receiver;
  auto ran = run_program({"verify-endpoint", receiver.url(), "--json"}, {{"PAYLINK_SIGNING_KEY", "plsk_canary"}});
  BOOST_TEST(ran.code == 1);
  const auto results = boost::json::parse(ran.out);
  for (const auto& value : results.at("checks").as_array()) {
    if (value.at("expected") != "2xx") continue;
    const bool is_slow = value.at("check") == "slow_body";
    BOOST_TEST(value.at("right").as_bool() == !is_slow, value);
    if (is_slow) BOOST_TEST(has(std::string{value.at("problem").as_string()}, "may arrive in pieces"), value);
  }
}

BOOST_AUTO_TEST_SUITE_END()
