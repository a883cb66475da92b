// Start, TLS and drain.
#include "http/tools/api_client.hpp"
#include "http/tools/local_certificate.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

/// Drains, and tells when it is done.
std::future<void> begin_drain(running_server& server, std::chrono::milliseconds grace) {
  auto done = std::make_shared<std::promise<void>>();
  auto future = done->get_future();
  server->drain(grace, [done] { done->set_value(); });
  return future;
}

bool is_done(std::future<void>& future) { return future.wait_for(20s) == std::future_status::ready; }

/// A certificate for 127.0.0.1 in files, removed with the test.
class identity_files {
public:
  identity_files() {
    std::string name = (std::filesystem::temp_directory_path() / "paylink_tls_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    folder = name;
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto authority = make_local_authority(now);
    const std::vector<std::string> hosts{"127.0.0.1", "localhost"};
    const auto identity = issue_local_certificate(authority, hosts, now);
    std::ofstream{folder / "ca.pem"} << authority.certificate;
    std::ofstream{folder / "certificate.pem"} << identity.certificate;
    std::ofstream{folder / "key.pem"} << identity.key;
  }
  ~identity_files() { std::filesystem::remove_all(folder); }
  std::string path(const std::string& name) const { return (folder / name).string(); }

private:
  std::filesystem::path folder;
};

} // namespace

BOOST_AUTO_TEST_SUITE(server_life)

BOOST_AUTO_TEST_CASE(an_address_that_cannot_be_bound_is_named) {
  boost::asio::io_context io;
  running_server taken{echo};
  for (const auto& address :
       {taken->address(), std::string{"nonsense"}, std::string{"127.0.0.1:99999"}, std::string{"example.test:80"}}) {
    BOOST_CHECK_EXCEPTION(
        (http_server{io, {.listen = address, .tls_certificate = {}, .tls_key = {}, .limits = {}}, echo}),
        std::runtime_error,
        [&](const std::exception& problem) { return std::string{problem.what()}.find(address) != std::string::npos; });
  }
}

BOOST_AUTO_TEST_CASE(its_address_has_the_real_port) {
  running_server server{echo};
  BOOST_TEST(server->port() != 0);
  BOOST_TEST(server->address() == "127.0.0.1:" + std::to_string(server->port()));
}

BOOST_AUTO_TEST_CASE(requests_are_served_over_tls) {
  identity_files files;
  running_server server{{.listen = "127.0.0.1:0",
                         .tls_certificate = files.path("certificate.pem"),
                         .tls_key = files.path("key.pem"),
                         .limits = {}},
                        echo};
  api_client client{{.base_url = "https://" + server->address(), .token = {}, .ca_file = files.path("ca.pem")}};
  for (int i = 0; i < 3; ++i) {
    const auto outcome = client.send({.method = http_method::post,
                                      .target = "/x",
                                      .body = std::string(50'000, 'b'),
                                      .headers = {},
                                      .is_repeatable = true});
    const auto* answer = std::get_if<api_answer>(&outcome);
    BOOST_REQUIRE_MESSAGE(answer, (answer ? std::string{} : std::get<unreachable>(outcome).reason));
    BOOST_TEST(answer->status == 200u);
    BOOST_TEST(answer->body.size() == 50'008u);
    BOOST_TEST(answer->header("strict-transport-security") == "max-age=31536000");
  }
  BOOST_TEST(server->count().connections_accepted == 1u);
}

BOOST_AUTO_TEST_CASE(tls_1_2_is_spoken_with_authenticated_encryption_alone_and_the_fast_curve_first) {
  identity_files files;
  running_server server{{.listen = "127.0.0.1:0",
                         .tls_certificate = files.path("certificate.pem"),
                         .tls_key = files.path("key.pem"),
                         .limits = {}},
                        echo};
  namespace asio = boost::asio;
  // The key that the server has chosen for the handshake; empty when there was none.
  const auto shake_hands = [&](const char* ciphers) -> std::string {
    asio::io_context io;
    asio::ssl::context trust{asio::ssl::context::tls_client};
    trust.load_verify_file(files.path("ca.pem"));
    SSL_CTX_set_max_proto_version(trust.native_handle(), TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(trust.native_handle(), ciphers);
    SSL_CTX_set1_groups_list(trust.native_handle(), "P-384:P-256:X25519");
    asio::ssl::stream<asio::ip::tcp::socket> client{io, trust};
    client.next_layer().connect({asio::ip::make_address("127.0.0.1"), server.port()});
    boost::system::error_code refused;
    client.handshake(asio::ssl::stream_base::client, refused);
    EVP_PKEY* key = nullptr;
    if (refused || SSL_get_peer_tmp_key(client.native_handle(), &key) != 1) return {};
    const std::string name = EVP_PKEY_get0_type_name(key);
    EVP_PKEY_free(key);
    return name;
  };
  for (const char* accepted : {"ECDHE+AESGCM", "ECDHE+CHACHA20"}) BOOST_TEST(shake_hands(accepted) == "X25519");
  for (const char* refused : {"ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES256-CCM"})
    BOOST_TEST(shake_hands(refused) == "");
}

BOOST_AUTO_TEST_CASE(events_are_streamed_over_tls) {
  identity_files files;
  server_limits limits;
  limits.heartbeat_time = 100ms;
  running_server server{{.listen = "127.0.0.1:0",
                         .tls_certificate = files.path("certificate.pem"),
                         .tls_key = files.path("key.pem"),
                         .limits = limits},
                        [](http_request, responder answer) {
                          answer.subscribe("topic");
                          http_response events;
                          events.is_event_stream = true;
                          events.body = "data: first\n\n";
                          answer.answer(std::move(events));
                        }};
  namespace asio = boost::asio;
  asio::io_context io;
  asio::ssl::context trust{asio::ssl::context::tls_client};
  trust.load_verify_file(files.path("ca.pem"));
  asio::ssl::stream<asio::ip::tcp::socket> client{io, trust};
  client.set_verify_mode(asio::ssl::verify_peer);
  client.next_layer().connect({asio::ip::make_address("127.0.0.1"), server.port()});
  client.handshake(asio::ssl::stream_base::client);
  asio::write(client, asio::buffer(get_x));
  std::string heard;
  const auto hear = [&](const std::string& text) { asio::read_until(client, asio::dynamic_buffer(heard), text); };
  hear("data: first\n\n");
  BOOST_TEST((heard.find("Strict-Transport-Security: max-age=31536000\r\n") != std::string::npos));
  hear("\r\n:\n\n"); // a heartbeat
  server->publish("topic", "data: second\n\n");
  hear("data: second\n\n");
  boost::system::error_code ignored;
  client.next_layer().close(ignored);
  BOOST_TEST(running_server::eventually([&] { return server->count().streams_open == 0; }));
}

BOOST_AUTO_TEST_CASE(a_handshake_that_does_not_come_is_timed_out) {
  identity_files files;
  server_limits limits;
  limits.header_time = 60ms;
  running_server server{{.listen = "127.0.0.1:0",
                         .tls_certificate = files.path("certificate.pem"),
                         .tls_key = files.path("key.pem"),
                         .limits = limits},
                        echo};
  raw_client silent{server.port()};
  BOOST_TEST(silent.read_to_end() == "");
  raw_client plain{server.port()};
  plain.send(get_x);
  BOOST_TEST(plain.read_to_end().find("HTTP/") == std::string::npos);
  BOOST_TEST(server.calls == 0);
}

BOOST_AUTO_TEST_CASE(a_certificate_that_is_missing_is_named) {
  boost::asio::io_context io;
  BOOST_CHECK_EXCEPTION(
      (http_server{
          io,
          {.listen = "127.0.0.1:0", .tls_certificate = "/nowhere.pem", .tls_key = "/nowhere.key", .limits = {}},
          echo}),
      std::runtime_error, [](const std::exception& problem) {
        return std::string{problem.what()}.find("/nowhere.pem") != std::string::npos;
      });
}

BOOST_AUTO_TEST_CASE(a_server_that_retires_takes_new_connections_and_keeps_none) {
  held_requests held;
  running_server server{held.handler()};
  raw_client before{server.port()};
  before.send(get_x);
  held.take().second.answer(text_answer("kept"));
  BOOST_TEST(before.read_answer().header("connection") != "close");
  server->retire();
  raw_client after{server.port()};
  for (auto* client : {&before, &after}) {
    client->send(get_x);
    held.take().second.answer(text_answer("last"));
    BOOST_TEST(client->read_answer().header("connection") == "close");
    BOOST_TEST(client->read_to_end() == "");
  }
}

BOOST_AUTO_TEST_CASE(a_drain_answers_what_is_in_flight_and_closes_the_rest) {
  held_requests held;
  running_server server{held.handler()};
  raw_client idle{server.port()}, silent{server.port()}, busy{server.port()}, stream{server.port()};
  idle.send(get_x);
  held.take().second.answer(text_answer("ok"));
  idle.read_answer();
  stream.send(get_x);
  http_response events;
  events.is_event_stream = true;
  events.body = "data: first\n\n";
  held.take().second.answer(std::move(events));
  stream.read_head();
  busy.send(get_x + get_x);
  auto [request, answer] = held.take();
  BOOST_TEST(running_server::eventually([&] { return server->count().connections_accepted == 4; }));

  auto done = begin_drain(server, 1h);
  BOOST_TEST(idle.read_to_end() == "");
  BOOST_TEST(silent.read_to_end() == "");
  BOOST_TEST(stream.read_to_end().ends_with("0\r\n\r\n"));
  BOOST_CHECK_THROW(raw_client{server.port()}, std::runtime_error);
  BOOST_TEST((done.wait_for(0s) == std::future_status::timeout));
  answer.answer(text_answer("last"));
  const auto last = busy.read_answer();
  BOOST_TEST(last.body == "last");
  BOOST_TEST(last.header("connection") == "close");
  BOOST_TEST(busy.read_to_end() == "");
  busy.close();
  BOOST_TEST(is_done(done));
  BOOST_TEST(server.calls == 3);
}

BOOST_AUTO_TEST_CASE(a_drain_ends_after_its_grace_whatever_is_left) {
  held_requests held;
  running_server server{held.handler()};
  raw_client client{server.port()};
  client.send(get_x);
  auto kept = held.take();
  auto done = begin_drain(server, 50ms);
  BOOST_TEST(is_done(done));
  BOOST_TEST(client.read_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_server_without_connections_is_drained_at_once) {
  running_server server{echo};
  auto done = begin_drain(server, 1h);
  BOOST_TEST(is_done(done));
}

BOOST_AUTO_TEST_SUITE_END()
