// Bodies that are made while they are sent.
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>

using namespace paylink;

namespace {

/// So many portions of so many bytes; the last one may be missing.
struct counted_body final : portioned_body {
  counted_body(int count_, std::size_t bytes_, bool is_whole_, std::atomic<int>& asked_)
      : count{count_}, bytes{bytes_}, is_whole{is_whole_}, asked{asked_} {}
  void next(std::function<void(std::optional<std::string>)> take) override {
    ++asked;
    if (made < count)
      take(std::string(bytes, static_cast<char>('a' + made++)));
    else
      take(is_whole ? std::optional{std::string{}} : std::nullopt);
  }
  int count, made = 0;
  std::size_t bytes;
  bool is_whole;
  std::atomic<int>& asked;
};

std::atomic<int> asked{0};

/// `/3` answers three portions; `/3/cut` ends without an end.
void answer_in_portions(http_request request, responder answer) {
  asked = 0;
  http_response response;
  response.content_type = "application/x-ndjson";
  response.portions =
      std::make_shared<counted_body>(std::stoi(request.segments.at(0)), request.segments.size() > 1 ? 100'000 : 10,
                                     request.segments.size() < 3, asked);
  answer.answer(std::move(response));
}

std::string read_portion_of(raw_client& client) {
  const auto size = std::stoul(client.read_until("\r\n"), nullptr, 16);
  return client.read(size + 2).substr(0, size);
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_portions)

BOOST_AUTO_TEST_CASE(portions_are_chunks_and_the_connection_stays_open) {
  running_server server{answer_in_portions};
  raw_client client{server.port()};
  for (int again = 0; again < 2; ++again) {
    client.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
    const auto head = client.read_head();
    BOOST_TEST(head.status == 200u);
    BOOST_TEST(head.header("transfer-encoding") == "chunked");
    BOOST_TEST(head.header("content-type") == "application/x-ndjson");
    BOOST_TEST(head.header("content-length") == "");
    for (const auto* expected : {"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", ""})
      BOOST_TEST(read_portion_of(client) == expected);
    BOOST_TEST(asked == 4);
  }
}

BOOST_AUTO_TEST_CASE(a_body_without_an_end_closes_the_connection) {
  running_server server{answer_in_portions};
  raw_client client{server.port()};
  client.send("GET /1/large/cut HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_head();
  BOOST_TEST(read_portion_of(client).size() == 100'000u);
  BOOST_TEST(client.read_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_client_of_the_version_before_reads_to_the_close) {
  running_server server{answer_in_portions};
  raw_client client{server.port()};
  client.send("GET /2 HTTP/1.0\r\nHost: a\r\n\r\n");
  const auto head = client.read_head();
  BOOST_TEST(head.header("transfer-encoding") == "");
  BOOST_TEST(client.read(20) == "aaaaaaaaaabbbbbbbbbb");
  BOOST_TEST(client.read_to_end() == "");
}

BOOST_AUTO_TEST_CASE(head_asks_for_no_portion) {
  running_server server{answer_in_portions};
  raw_client client{server.port()};
  client.send("HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n");
  for (int again = 0; again < 2; ++again) BOOST_TEST(client.read_head().status == 200u);
  BOOST_TEST(asked == 0);
}

BOOST_AUTO_TEST_SUITE_END()
