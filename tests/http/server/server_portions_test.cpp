// Bodies that are made while they are sent.
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>

using namespace paylink;

namespace {

std::atomic<int> asked{0}, kept{0};

/// So many portions of so many bytes; the last one may be missing.
struct counted_body final : portioned_body {
  counted_body(int count_, std::size_t bytes_, bool is_whole_) : count{count_}, bytes{bytes_}, is_whole{is_whole_} {
    ++kept;
  }
  ~counted_body() override { --kept; }
  counted_body(const counted_body&) = delete;
  counted_body& operator=(const counted_body&) = delete;
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
};

/// One whose first portion is never made.
struct awaited_body final : portioned_body {
  awaited_body() { ++kept; }
  ~awaited_body() override { --kept; }
  awaited_body(const awaited_body&) = delete;
  awaited_body& operator=(const awaited_body&) = delete;
  void next(std::function<void(std::optional<std::string>)>) override { ++asked; }
};

void answer_without_a_portion(http_request, responder answer) {
  http_response response;
  response.portions = std::make_shared<awaited_body>();
  answer.answer(std::move(response));
}

/// `/3` answers three portions; `/3/cut` ends without an end.
void answer_in_portions(http_request request, responder answer) {
  asked = 0;
  http_response response;
  response.content_type = "application/x-ndjson";
  response.portions = std::make_shared<counted_body>(
      std::stoi(request.segments.at(0)), request.segments.size() > 1 ? 100'000 : 10, request.segments.size() < 3);
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

BOOST_AUTO_TEST_CASE(a_body_is_dropped_at_its_end_and_when_it_is_cut_off) {
  running_server server{answer_in_portions};
  const auto is_dropped = [] { return kept == 0; };
  raw_client client{server.port()};
  client.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(client.read_answer().body.size() == 30u);
  BOOST_TEST(running_server::eventually(is_dropped));
  client.send("GET /1/large/cut HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_to_end();
  BOOST_TEST(running_server::eventually(is_dropped));
}

// Long before the answer's deadline: who makes portions may let others wait for a place.
BOOST_AUTO_TEST_CASE(a_body_whose_client_leaves_is_dropped_while_its_portion_is_awaited) {
  for (const std::string unread : {"", "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"}) {
    asked = 0;
    running_server server{answer_without_a_portion};
    raw_client client{server.port()};
    client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    BOOST_TEST_REQUIRE(running_server::eventually([] { return asked == 1; }));
    BOOST_TEST(kept == 1);
    client.send(unread);
    client.close();
    BOOST_TEST(running_server::eventually([] { return kept == 0; }));
  }
}

BOOST_AUTO_TEST_CASE(a_portion_that_does_not_come_ends_the_answer_at_the_deadline) {
  asked = 0;
  running_server server{answer_without_a_portion, {.answer_time = std::chrono::milliseconds{200}}};
  raw_client client{server.port()};
  client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
  BOOST_TEST(client.read_to_end() == "");
  BOOST_TEST(running_server::eventually([] { return kept == 0; }));
}

BOOST_AUTO_TEST_CASE(head_asks_for_no_portion) {
  running_server server{answer_in_portions};
  raw_client client{server.port()};
  client.send("HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n");
  for (int again = 0; again < 2; ++again) BOOST_TEST(client.read_head().status == 200u);
  BOOST_TEST(asked == 0);
}

BOOST_AUTO_TEST_SUITE_END()
