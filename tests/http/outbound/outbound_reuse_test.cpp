// Connections that are kept and used again, and those that are not.
#include "tests/http/outbound/outbound_world.hpp"

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(outbound_reuse)

BOOST_AUTO_TEST_CASE(requests_to_one_origin_share_a_connection) {
  scripted_receiver receiver{always(http_answer(200, "ok"))};
  outbound_world world;
  world.allow(receiver);
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(world.send(receiver.url("/" + std::to_string(i))).failed_by == failure_class::none);
  BOOST_TEST(receiver.connections() == 1);
  BOOST_TEST(world.count().dials == 1u);
  BOOST_TEST(world.count().reused == 19u);
}

BOOST_AUTO_TEST_CASE(requests_at_once_have_their_own_connections_and_outcomes) {
  scripted_receiver receiver{[](receiver_connection& client) {
    while (const auto request = client.read_request()) client.send(http_answer(200, request->target));
  }};
  outbound_world world;
  world.allow(receiver);
  std::vector<outbound_request> requests;
  for (int i = 0; i < 40; ++i) requests.push_back(a_callback(receiver.url("/" + std::to_string(i))));
  const auto made = world.send_all(std::move(requests));
  for (std::size_t i = 0; i < made.size(); ++i) BOOST_TEST(made[i].response_body == "/" + std::to_string(i));
  BOOST_TEST(world.count().dials + world.count().reused == 40u);
}

BOOST_AUTO_TEST_CASE(answers_of_every_framing_leave_a_connection_that_can_be_used) {
  const std::string answers[] = {
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n0\r\nTrailer: x\r\n\r\n",
      http_answer(204), http_answer(404, "no"), http_answer(200, std::string(60'000, 'b')),
      "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"};
  for (const std::string& answer : answers) BOOST_TEST_CONTEXT(answer.substr(0, 60)) {
      scripted_receiver receiver{always(answer)};
      outbound_world world;
      world.allow(receiver);
      world.send(receiver.url());
      BOOST_TEST(world.send(receiver.url()).error.find("sent again") == std::string::npos);
      BOOST_TEST(receiver.connections() == 1);
    }
}

BOOST_AUTO_TEST_CASE(a_connection_that_cannot_be_trusted_is_not_used_again) {
  const std::string answers[] = {http_answer(200, "ok", "Connection: close\r\n"),
                                 "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                                 "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Smuggled\r\n\r\n",
                                 "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
                                 "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                                 "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n",
                                 http_answer(200, std::string(70'000, 'b'))};
  for (const std::string& answer : answers) BOOST_TEST_CONTEXT(answer.substr(0, 80)) {
      scripted_receiver receiver{always(answer)};
      outbound_world world;
      world.allow(receiver);
      BOOST_TEST(world.send(receiver.url()).status_code == 200);
      BOOST_TEST(world.send(receiver.url()).status_code == 200);
      BOOST_TEST(receiver.connections() == 2);
      BOOST_TEST(world.count().reused == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_kept_connection_that_breaks_before_an_answer_is_dialled_anew_once) {
  scripted_receiver receiver{[](receiver_connection& client) {
    client.read_request();
    if (client.number() > 1) return void(client.send(http_answer(200, "second")));
    client.send(http_answer(200, "first"));
    client.read_request();
    client.reset();
  }};
  outbound_world world;
  world.allow(receiver);
  BOOST_TEST(world.send(receiver.url()).response_body == "first");
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_TEST(made.response_body == "second");
  BOOST_TEST(made.error.find("sent again on a new one") != std::string::npos);
  BOOST_TEST(world.count().dials == 2u);
  BOOST_TEST(world.count().reused == 1u);
}

BOOST_AUTO_TEST_CASE(a_second_break_ends_the_attempt_and_both_tries_are_recorded) {
  scripted_receiver receiver{[](receiver_connection& client) {
    client.read_request();
    if (client.number() == 1) {
      client.send(http_answer(200));
      client.read_request();
    }
    client.reset();
  }};
  outbound_world world;
  world.allow(receiver);
  world.send(receiver.url());
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.failed_by == failure_class::reset);
  BOOST_TEST(made.error.find("sent again on a new one") != std::string::npos);
  BOOST_TEST(made.error.find("broke before the response was complete") != std::string::npos);
  BOOST_TEST(receiver.connections() == 2);
}

BOOST_AUTO_TEST_CASE(a_break_after_the_first_byte_is_not_repeated) {
  scripted_receiver receiver{[](receiver_connection& client) {
    client.read_request();
    client.send(http_answer(200));
    client.read_request();
    client.send("H");
    client.close();
  }};
  outbound_world world;
  world.allow(receiver);
  world.send(receiver.url());
  BOOST_TEST(world.send(receiver.url()).failed_by == failure_class::reset);
  BOOST_TEST(receiver.connections() == 1);
}

BOOST_AUTO_TEST_CASE(a_connection_that_the_receiver_closed_meanwhile_is_not_used) {
  scripted_receiver receiver{[](receiver_connection& client) {
    client.read_request();
    client.send(http_answer(200));
    client.close();
  }};
  outbound_world world;
  world.allow(receiver);
  for (int i = 0; i < 5; ++i) BOOST_TEST(world.send(receiver.url()).failed_by == failure_class::none);
  BOOST_TEST(receiver.connections() == 5);
}

BOOST_AUTO_TEST_CASE(a_tls_connection_is_kept_and_used_again) {
  const test_ca ca;
  scripted_receiver receiver{always(http_answer(200, "ok")), good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  world.allow(receiver);
  for (int i = 0; i < 5; ++i) {
    const attempt made = world.send(receiver.url());
    BOOST_TEST(made.failed_by == failure_class::none);
    BOOST_TEST(made.tls == "TLSv1.3 TLS_AES_256_GCM_SHA384");
  }
  BOOST_TEST(receiver.connections() == 1);
  BOOST_TEST(world.count().tls_handshakes == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
