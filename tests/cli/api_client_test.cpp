// Whom the client of the API trusts, and what it says of the others.
#include "http/tools/api_client.hpp"
#include "http/tools/local_receiver.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/support/test_ca.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <thread>

using namespace paylink;
using paylink::test::has;

namespace {

/// A server with a given certificate, on a thread of its own.
class certified_server {
public:
  explicit certified_server(const test::tls_identity& identity)
      : receiver_{io_, "127.0.0.1:0", {identity.chain, identity.key}, [](const http_request&) {
                    return receiver_conduct{};
                  }} {
    receiver_.start();
    thread_ = std::thread{[this] { io_.run(); }};
  }
  ~certified_server() {
    boost::asio::post(io_, [this] { receiver_.stop(); });
    thread_.join();
  }
  certified_server(const certified_server&) = delete;
  certified_server& operator=(const certified_server&) = delete;

  /// Why a client that trusts these authorities cannot call it; empty: it can.
  std::string refusal(const std::string& authorities, const std::string& host = "127.0.0.1") const {
    const test::scratch_file file{authorities};
    return refusal_by(file.path(), host);
  }
  std::string refusal_by(const std::string& ca_file, const std::string& host = "127.0.0.1") const {
    api_client client{{.base_url = "https://" + host + ":" + std::to_string(receiver_.port()),
                       .token = "plat_secret",
                       .ca_file = ca_file}};
    const auto outcome = client.send({.method = http_method::get, .target = "/", .body = {}, .headers = {}});
    const auto* none = std::get_if<unreachable>(&outcome);
    return none == nullptr ? std::string{} : none->reason;
  }

private:
  boost::asio::io_context io_{1};
  local_receiver receiver_;
  std::thread thread_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(trust_of_the_client)

BOOST_AUTO_TEST_CASE(a_server_is_trusted_by_its_alternative_names) {
  const test::test_ca authority;
  const certified_server server{authority.issue({.alternative_names = {"IP:127.0.0.1", "DNS:localhost"}})};
  BOOST_TEST(server.refusal(authority.pem()) == "");
  BOOST_TEST(server.refusal(authority.pem(), "localhost") == "");
}

BOOST_AUTO_TEST_CASE(a_name_in_the_subject_does_not_count) {
  const test::test_ca authority;
  const certified_server by_name{authority.issue({.common_name = "localhost", .alternative_names = {}})};
  BOOST_TEST(has(by_name.refusal(authority.pem(), "localhost"), "ostname mismatch"));
  const certified_server by_address{authority.issue({.common_name = "127.0.0.1", .alternative_names = {}})};
  BOOST_TEST(has(by_address.refusal(authority.pem()), "IP address mismatch"));
}

BOOST_AUTO_TEST_CASE(the_reason_for_a_refusal_is_said) {
  const test::test_ca authority, other{"Another root"};
  const certified_server elsewhere{authority.issue({.alternative_names = {"DNS:shop.test"}})};
  BOOST_TEST(has(elsewhere.refusal(authority.pem(), "localhost"), "ostname mismatch"));
  BOOST_TEST(has(elsewhere.refusal(other.pem(), "localhost"), "unable to get local issuer certificate"));
  const certified_server old{
      authority.issue({.alternative_names = {"IP:127.0.0.1"}, .valid_from_days = -9, .valid_to_days = -1})};
  BOOST_TEST(has(old.refusal(authority.pem()), "certificate has expired"));
}

BOOST_AUTO_TEST_CASE(a_certificate_of_no_authority_vouches_for_nobody) {
  const test::test_ca authority;
  const auto leaf = authority.issue({.alternative_names = {"IP:127.0.0.1"}});
  const certified_server server{leaf};
  BOOST_TEST(has(server.refusal(leaf.chain), "unable to get"));
}

BOOST_AUTO_TEST_CASE(the_environment_may_name_the_authorities_as_for_every_program_of_openssl) {
  const test::test_ca authority;
  const certified_server server{authority.issue({.alternative_names = {"IP:127.0.0.1"}})};
  BOOST_TEST(has(server.refusal_by({}), "no trusted TLS connection"));
  const test::scratch_file file{authority.pem()};
  ::setenv("SSL_CERT_FILE", file.path().c_str(), 1);
  BOOST_TEST(server.refusal_by({}) == "");
  ::unsetenv("SSL_CERT_FILE");
}

BOOST_AUTO_TEST_CASE(what_a_handler_throws_ends_the_receivers_loop) {
  const test::test_ca authority;
  const auto identity = authority.issue({.alternative_names = {"IP:127.0.0.1"}});
  boost::asio::io_context io{1};
  local_receiver receiver{io, "127.0.0.1:0", {identity.chain, identity.key}, [](const http_request&) {
                            throw std::runtime_error{"the disk is full"};
                            return receiver_conduct{};
                          }};
  receiver.start();
  std::thread caller{[&] {
    const test::scratch_file file{authority.pem()};
    api_client client{{.base_url = "https://127.0.0.1:" + std::to_string(receiver.port()),
                       .token = {},
                       .ca_file = file.path(),
                       .timeout = std::chrono::milliseconds{5'000}}};
    client.send({.method = http_method::post, .target = "/", .body = "{}", .headers = {}});
  }};
  BOOST_CHECK_EXCEPTION(io.run(), std::runtime_error,
                        [](const std::exception& thrown) { return has(thrown.what(), "the disk is full"); });
  receiver.stop(); // the session is no longer in its list
  io.run();
  caller.join();
}

BOOST_AUTO_TEST_SUITE_END()
