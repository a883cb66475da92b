// Endpoints that cannot be reached, and how precisely that is told.
#include "cli/receivers/endpoint_trial.hpp"
#include "secrets/random.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/scripted_receiver.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>

using namespace paylink::test;

namespace {

program_result try_url(const std::string& url, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"verify-endpoint", url});
  return run_program(more, {{"PAYLINK_SIGNING_KEY", "plsk_canary"}});
}

// Tries a receiver with this certificate, whose authority is trusted.
program_result try_certificate(const test_ca& ca, tls_identity identity) {
  scripted_receiver receiver{always(http_answer(200)), {.tls = std::move(identity)}};
  const scratch_file ca_file{ca.pem()};
  return try_url(receiver.url(), {"--ca-file", ca_file.path()});
}

} // namespace

BOOST_AUTO_TEST_SUITE(endpoint_address)

BOOST_AUTO_TEST_CASE(an_address_that_cannot_be_an_endpoint_is_refused_before_anything_is_sent) {
  for (const std::string url : {"http://shop.example/callback", "http://192.0.2.1/callback", "shop.example/callback",
                                "ftp://shop.example/", "https://user@shop.example/", "https://shop.example/#a",
                                "https://shop.example:22/", "https://localhost/", ""}) {
    auto ran = try_url(url);
    BOOST_TEST(ran.code == 2, url << ": " << ran.err);
    BOOST_TEST(!ran.err.empty());
    BOOST_TEST(ran.out.empty());
  }
  BOOST_TEST(has(try_url("http://shop.example/").err, "must begin with https://"));
}

BOOST_AUTO_TEST_CASE(the_key_is_never_an_argument_and_without_one_nothing_is_sent) {
  auto ran = run_program({"verify-endpoint", "https://192.0.2.1/", "--signing-key", "plsk_canary"});
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(!has(ran.err, "plsk_"));
  BOOST_TEST(run_program({"verify-endpoint", "https://192.0.2.1/"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_port_on_which_nobody_listens_is_unreachable_once_the_time_is_up) {
  const auto began = std::chrono::steady_clock::now();
  auto ran = try_url("http://127.0.0.1:" + std::to_string(free_port()) + "/callback", {"--timeout", "0.3"});
  BOOST_TEST((std::chrono::steady_clock::now() - began >= std::chrono::milliseconds{300}));
  BOOST_TEST(ran.code == 3, ran.out);
  BOOST_TEST(has(ran.out, "connect: No connection to 127.0.0.1"), ran.out);
  BOOST_TEST(has(ran.out, "firewall"));
}

BOOST_AUTO_TEST_CASE(a_receiver_on_this_machine_may_still_be_starting) {
  const auto port = free_port();
  std::optional<scripted_receiver> receiver;
  int refusals = 0;
  paylink::cli::trial_options options;
  options.keys.keys = {"plsk_canary"};
  options.may_try_again = [&] {
    if (++refusals == 2) receiver.emplace(always(http_answer(200)), receiver_options{.port = port});
    return true;
  };
  paylink::endpoint_probe probe{"http://127.0.0.1:" + std::to_string(port) + "/", {}, std::chrono::seconds{30}};
  const paylink::system_wall_clock clock;
  paylink::system_random random;
  const auto results = paylink::cli::try_endpoint(probe, options, clock, random);
  BOOST_TEST(refusals == 2);
  BOOST_TEST(results.front().is_right);
  BOOST_TEST(results.size() > 1u);
}

BOOST_AUTO_TEST_CASE(a_certificate_of_an_unknown_authority_is_told_with_its_issuer) {
  const test_ca ca{"Shop authority"};
  scripted_receiver receiver{always(http_answer(200)), {.tls = ca.issue({.alternative_names = {"IP:127.0.0.1"}})}};
  auto ran = try_url(receiver.url());
  BOOST_TEST(ran.code == 3);
  BOOST_TEST(has(ran.out, "tls: The certificate of 127.0.0.1 is refused: unable to get local issuer certificate"),
             ran.out);
  BOOST_TEST(has(ran.out, "Shop authority"));
  BOOST_TEST(has(ran.out, "full chain"));
}

BOOST_AUTO_TEST_CASE(a_certificate_for_another_host_is_told_with_its_hosts) {
  const test_ca ca;
  auto ran = try_certificate(ca, ca.issue({.alternative_names = {"DNS:shop.test", "IP:192.0.2.1"}}));
  BOOST_TEST(ran.code == 3);
  BOOST_TEST(has(ran.out, "issued for DNS:shop.test, IP Address:192.0.2.1"), ran.out);
}

BOOST_AUTO_TEST_CASE(a_certificate_that_has_expired_is_told_with_its_date) {
  const test_ca ca;
  auto ran = try_certificate(
      ca, ca.issue({.alternative_names = {"IP:127.0.0.1"}, .valid_from_days = -20, .valid_to_days = -2}));
  BOOST_TEST(ran.code == 3);
  BOOST_TEST(has(ran.out, "certificate has expired: it expired on 20"), ran.out);
}

BOOST_AUTO_TEST_CASE(a_self_signed_certificate_is_told_as_such) {
  scripted_receiver receiver{always(http_answer(200)),
                             {.tls = test_ca::self_signed({.alternative_names = {"IP:127.0.0.1"}})}};
  auto ran = try_url(receiver.url());
  BOOST_TEST(ran.code == 3);
  BOOST_TEST(has(ran.out, "it is self-signed by"), ran.out);
}

BOOST_AUTO_TEST_CASE(a_receiver_that_speaks_no_tls_or_an_old_one_is_told_as_such) {
  scripted_receiver plain{[](receiver_connection& client) {
    client.send(http_answer(400)); // as a web server does that hears a TLS greeting on its plain port
    client.hang();
  }};
  constexpr int tls_1_1 = 0x0302;
  const test_ca ca;
  scripted_receiver old{always(http_answer(200)),
                        {.tls = ca.issue({.alternative_names = {"IP:127.0.0.1"}}), .tls_version_max = tls_1_1}};
  for (const auto& url : {"https" + plain.url().substr(4), old.url()}) {
    auto ran = try_url(url);
    BOOST_TEST(ran.code == 3);
    BOOST_TEST(has(ran.out, "tls: TLS with 127.0.0.1"), ran.out);
    BOOST_TEST(has(ran.out, "Offer TLS 1.2 or 1.3"));
  }
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_no_http_is_told_as_such) {
  scripted_receiver receiver{[](receiver_connection& client) {
    client.read_request();
    client.send("SSH-2.0-shop\r\n\r\n");
    client.close();
  }};
  auto ran = try_url(receiver.url());
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(has(ran.out, "reset: The response from 127.0.0.1"), ran.out);
}

BOOST_AUTO_TEST_CASE(a_slow_body_comes_in_pieces_and_whole) {
  scripted_receiver receiver{always(http_answer(204))};
  auto ran = try_url(receiver.url(), {"--json"});
  BOOST_TEST(ran.code == 1); // it refuses nothing
  for (const auto& request : receiver.requests()) {
    BOOST_TEST(request.body.size() == std::stoul(request.header("Content-Length")));
    BOOST_TEST(request.header("User-Agent") == "Service-Payment-Link/1");
    BOOST_TEST(request.header("Content-Type") == "application/json");
  }
  const auto results = boost::json::parse(ran.out);
  for (const auto& value : results.at("checks").as_array()) {
    if (value.at("check") != "slow_body") continue;
    BOOST_TEST(value.at("right").as_bool());
    BOOST_TEST(value.at("duration_ms").as_int64() < 1000); // the pauses are ours
  }
}

BOOST_AUTO_TEST_SUITE_END()
