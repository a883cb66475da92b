// What a receiver can do to TLS itself, before the first byte of HTTP and behind it.
#include "tests/http/outbound/hostile_meeting.hpp"
#include "tests/support/until.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <future>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

namespace {

constexpr auto handshake_limit = 1'500ms;
const std::vector tls_alone{transport::tls};

receiver_script bytes_and_hang(std::string bytes) {
  return [bytes = std::move(bytes)](receiver_connection& client) {
    client.send(bytes);
    client.hang();
  };
}

receiver_script endless_bytes(std::string piece, std::chrono::milliseconds pace = 0ms) {
  return [=](receiver_connection& client) {
    while (client.send(piece))
      if (pace > 0ms) pause_for(pace);
  };
}

/// A record of TLS 1.2's form: type, version, length, content.
std::string record(char type, std::string_view content) {
  const auto size = content.size();
  return std::string{type, 3, 3, static_cast<char>(size >> 8), static_cast<char>(size & 0xff)}.append(content);
}

constexpr char alert = 21, handshake = 22, change_cipher = 20;

/// Sends session tickets for as long as the client takes them; no answer ever.
void flood_with_tickets(receiver_connection& client) {
  for (;;) {
    for (int i = 0; i < 64; ++i) SSL_new_session_ticket(client.tls());
    const bool sent = SSL_do_handshake(client.tls()) == 1;
    ERR_clear_error();
    if (!sent) return;
  }
}

/// Asks for new keys again and again.
void flood_with_key_updates(receiver_connection& client) {
  for (;;) {
    SSL_key_update(client.tls(), SSL_KEY_UPDATE_NOT_REQUESTED);
    const bool sent = SSL_do_handshake(client.tls()) == 1;
    ERR_clear_error();
    if (!sent) return;
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_hostile_tls)

BOOST_AUTO_TEST_CASE(a_handshake_that_goes_wrong_is_retried_and_over_in_time) {
  using enum failure_class;
  const auto bare = [](const char* name, receiver_script script, failure_class expected) {
    return hostile_case{name, std::move(script), expected, verdict::retry, true};
  };
  meet_all(
      {bare(
           "silence", [](receiver_connection& client) { client.hang(); }, timeout),
       bare("half a record's header", bytes_and_hang("\x16\x03"), timeout),
       bare("half a record", bytes_and_hang(record(handshake, std::string(200, 'x')).substr(0, 90)), timeout),
       bare("a server's greeting without its end", bytes_and_hang(record(handshake, {"\x02\x00\x40\x00", 4})), timeout),
       bare("dribbled records", endless_bytes(record(handshake, {"\x02", 1}).substr(0, 1), 60ms), tls),
       bare("records without content", endless_bytes(record(handshake, "")), tls),
       bare("endless greetings", endless_bytes(record(handshake, {"\x02\xff\xff\xff", 4})), tls),
       bare("endless changes of cipher", endless_bytes(record(change_cipher, "\x01")), tls),
       bare("endless warnings", endless_bytes(record(alert, {"\x01\x5a", 2})), tls),
       bare("a fatal alert", bytes_and_hang(record(alert, {"\x02\x28", 2})), tls),
       bare("a goodbye", bytes_and_hang(record(alert, {"\x01\x00", 2})), reset),
       bare("random bytes", bytes_and_hang(std::string(600, '\xa7')), tls),
       bare("plain HTTP", bytes_and_hang(http_answer(200)), tls),
       bare("endless HTTP", endless_bytes(http_answer(200)), tls),
       bare("another protocol", bytes_and_hang("SSH-2.0-OpenSSH_9.2\r\n"), tls)},
      handshake_limit);
}

BOOST_AUTO_TEST_CASE(tls_that_ends_without_an_answer_is_retried) {
  using enum failure_class;
  meet_all({{"a goodbye instead of an answer", after_request([](auto& client) {
               SSL_shutdown(client.tls());
               client.hang();
             }),
             reset, verdict::retry},
            {"a goodbye in the header", after_request([](auto& client) {
               client.send("HTTP/1.1 200 OK\r\n");
               SSL_shutdown(client.tls());
               client.hang();
             }),
             reset, verdict::retry},
            {"closed behind the handshake", [](auto& client) { client.close(); }, reset, verdict::retry},
            {"a goodbye behind the header", after_request([](auto& client) {
               client.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
               SSL_shutdown(client.tls());
               client.hang();
             }),
             none, verdict::acknowledged}},
           handshake_limit, tls_alone);
}

BOOST_AUTO_TEST_CASE(a_peer_that_asks_for_new_keys_without_end_is_left_in_time) {
  const test_ca ca;
  scripted_receiver receiver{after_request(flood_with_key_updates), good_tls(ca)};
  outbound_world world{handshake_limit};
  world.trust(ca);
  world.allow(receiver);
  const attempt made = world.send(receiver.url());
  // Whichever limit is met first: of time, or of bytes that are no data.
  BOOST_TEST((made.failed_by == failure_class::timeout || made.failed_by == failure_class::reset));
  BOOST_TEST(judge(made) == verdict::retry);
  BOOST_TEST(made.duration.count() <= (handshake_limit + lateness_max).count());
}

// Tickets are no answer, and OpenSSL reads them for as long as they come: that must not stop the clock of anybody.
BOOST_AUTO_TEST_CASE(a_flood_of_session_tickets_delays_neither_its_own_end_nor_another_receiver) {
  const test_ca ca;
  std::vector<std::unique_ptr<scripted_receiver>> hostile;
  for (int i = 0; i < 3; ++i)
    hostile.push_back(std::make_unique<scripted_receiver>(after_request(flood_with_tickets), good_tls(ca)));
  scripted_receiver healthy{always(http_answer(200)), good_tls(ca)};
  outbound_world world{handshake_limit};
  world.trust(ca);
  world.allow(healthy);
  for (const auto& one : hostile) world.allow(*one);
  BOOST_TEST(world.send(healthy.url()).failed_by == failure_class::none);

  std::vector<std::promise<attempt>> ends(hostile.size());
  for (std::size_t i = 0; i < hostile.size(); ++i)
    world.post(a_callback(hostile[i]->url()), [&end = ends[i]](attempt made) { end.set_value(std::move(made)); });
  auto slowest = 0ms;
  for (int i = 0; i < 20; ++i) {
    const attempt made = world.send(healthy.url());
    BOOST_TEST(made.failed_by == failure_class::none);
    slowest = std::max(slowest, made.duration);
  }
  BOOST_TEST(slowest.count() <= lateness_max.count());
  for (auto& end : ends) {
    const attempt made = end.get_future().get();
    BOOST_TEST((made.failed_by == failure_class::timeout || made.failed_by == failure_class::reset));
    BOOST_TEST(judge(made) == verdict::retry);
    BOOST_TEST(made.duration.count() <= (handshake_limit + lateness_max).count());
  }
}

BOOST_AUTO_TEST_SUITE_END()
