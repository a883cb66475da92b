#include "mail/smtp_transport.hpp"
#include "tests/mail/mail_reader.hpp"
#include "tests/mail/mail_server.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/test_ca.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <thread>

namespace paylink::test {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

using kind = mail_outcome::kind;

constexpr const char* password = "canary+pass/word";
constexpr const char* password_in_url = "canary%2Bpass%2Fword";

mail_message mail_to(const std::string& address) {
  return {.from = {"Thanh toán", "pay@example.vn"},
          .to = {"", address},
          .subject = "Callback không đến được shop.example",
          .text = "Dòng một\n.một dấu chấm\n",
          .lang = language::vi,
          .id = "1.2." + address,
          .date = *parse_rfc3339("2026-03-15T02:30:00Z")};
}

smtp_transport::options options_for(const std::string& url) {
  auto server = parse_smtp_url(url);
  BOOST_REQUIRE_MESSAGE(server, url);
  return {.server = std::move(*server), .ca_file = {}, .time_max = 20s};
}

/// A server with TLS: its certificate is of an authority that exists nowhere else.
struct tls_world {
  test::test_ca authority;
  test::tls_identity identity = authority.issue({.alternative_names = {"IP:127.0.0.1"}});
  test::scratch_file ca{authority.pem()}, chain{identity.chain}, key{identity.key};

  std::vector<std::string> with(std::vector<std::string> more) const {
    std::vector<std::string> all{"--tls", chain.path(), key.path(), "--account", "pay@example.vn", password};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  smtp_transport::options options(const mail_server& server, const std::string& secret, const std::string& scheme,
                                  const std::string& query = {}) const {
    auto made =
        options_for(scheme + "://pay%40example.vn:" + secret + "@127.0.0.1:" + std::to_string(server.port()) + query);
    made.ca_file = ca.path();
    return made;
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(smtp)

BOOST_AUTO_TEST_CASE(mails_arrive_whole_over_one_connection) {
  mail_server server;
  smtp_transport transport{options_for(server.url())};
  for (const auto* to : {"owner@shop.example", "admin@shop.example"})
    BOOST_TEST((transport.send(mail_to(to)).what == kind::sent));
  const auto taken = server.mails();
  BOOST_REQUIRE(taken.size() == 2u);
  BOOST_TEST(
      (taken[0].at("sender") == "pay@example.vn" && taken[0].at("recipients") == json::value{"owner@shop.example"}));
  BOOST_TEST((taken[0].at("connection") == taken[1].at("connection")));
  const auto mail = read_mail(json::value_to<std::string>(taken[1].at("content")));
  BOOST_TEST(mail.at("defects").as_array().empty());
  BOOST_TEST(header_of(mail, "from") == "Thanh toán <pay@example.vn>");
  BOOST_TEST(header_of(mail, "to") == "admin@shop.example");
  BOOST_TEST(header_of(mail, "subject") == "Callback không đến được shop.example");
  BOOST_TEST(text_of_mail(mail) == "Dòng một\n.một dấu chấm\n");
}

BOOST_AUTO_TEST_CASE(starttls_and_tls_carry_the_credentials) {
  const tls_world world;
  for (const bool is_implicit : {false, true}) {
    mail_server server{
        world.with(is_implicit ? std::vector<std::string>{"--implicit-tls"} : std::vector<std::string>{})};
    smtp_transport transport{world.options(server, password_in_url, is_implicit ? "smtps" : "smtp",
                                           is_implicit ? "" : "?starttls=required")};
    const auto outcome = transport.send(mail_to("owner@shop.example"));
    BOOST_TEST((outcome.what == kind::sent), outcome.reason);
    const auto taken = server.mails();
    BOOST_REQUIRE(taken.size() == 1u);
    BOOST_TEST((taken[0].at("encrypted") == true && taken[0].at("user") == "pay@example.vn"));
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_password_delays_and_is_not_repeated) {
  const tls_world world;
  mail_server server{world.with({})};
  smtp_transport transport{world.options(server, "canary%2Bwrong", "smtp", "?starttls=required")};
  const auto outcome = transport.send(mail_to("owner@shop.example"));
  BOOST_TEST((outcome.what == kind::delayed));
  for (const auto* secret : {"canary", "Y2FuYXJ5", "AHBheUBleGFtcGxl"}) // as it is, and as AUTH sends it
    BOOST_TEST(outcome.reason.find(secret) == std::string::npos, outcome.reason);
  BOOST_TEST(server.mails().empty());
}

BOOST_AUTO_TEST_CASE(where_tls_is_required_nothing_goes_without_it) {
  mail_server plain;
  smtp_transport to_plain{options_for(plain.url() + "?starttls=required")};
  BOOST_TEST((to_plain.send(mail_to("owner@shop.example")).what == kind::delayed));
  BOOST_TEST(plain.mails().empty());

  const tls_world world;
  mail_server server{world.with({})};
  auto unknown = world.options(server, password_in_url, "smtp", "?starttls=required");
  unknown.ca_file.clear(); // an authority that nobody vouches for
  smtp_transport to_unknown{std::move(unknown)};
  BOOST_TEST((to_unknown.send(mail_to("owner@shop.example")).what == kind::delayed));
  BOOST_TEST(server.mails().empty());
}

BOOST_AUTO_TEST_CASE(a_refused_recipient_is_final_and_the_next_is_served) {
  mail_server server;
  smtp_transport transport{options_for(server.url())};
  const auto outcome = transport.send(mail_to("refused@shop.example"));
  BOOST_TEST((outcome.what == kind::refused));
  BOOST_TEST(outcome.reason == "reply 550 to RCPT");
  BOOST_TEST((transport.send(mail_to("not an address")).what == kind::refused));
  BOOST_TEST((transport.send(mail_to("owner@shop.example")).what == kind::sent));
  BOOST_TEST(server.mails().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_reply_of_4xx_delays_and_the_next_try_is_taken) {
  mail_server server;
  smtp_transport transport{options_for(server.url())};
  const auto first = transport.send(mail_to("later@shop.example"));
  BOOST_TEST((first.what == kind::delayed && first.reason == "reply 451 to RCPT"));
  BOOST_TEST((transport.send(mail_to("later@shop.example")).what == kind::sent));
  BOOST_TEST(server.mails().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_refused_sender_is_for_the_operator_to_mend) {
  mail_server server{{"--refuse-sender"}};
  smtp_transport transport{options_for(server.url())};
  const auto outcome = transport.send(mail_to("owner@shop.example"));
  BOOST_TEST((outcome.what == kind::delayed && outcome.reason == "reply 553 to MAIL"));
}

BOOST_AUTO_TEST_CASE(a_server_that_hangs_or_is_away_costs_its_time_and_no_more) {
  mail_server server{{"--hang"}};
  auto hurried = options_for(server.url());
  hurried.time_max = 300ms;
  smtp_transport transport{std::move(hurried)};
  const auto began = std::chrono::steady_clock::now();
  BOOST_TEST((transport.send(mail_to("owner@shop.example")).what == kind::delayed));
  BOOST_TEST((std::chrono::steady_clock::now() - began < 10s));
  smtp_transport nowhere{options_for("smtp://127.0.0.1:" + std::to_string(test::free_port()))};
  BOOST_TEST((nowhere.send(mail_to("owner@shop.example")).what == kind::delayed));
}

BOOST_AUTO_TEST_CASE(the_end_of_the_node_ends_a_mail_that_hangs) {
  mail_server server{{"--hang"}};
  auto patient = options_for(server.url());
  patient.time_max = 60s;
  smtp_transport transport{std::move(patient)};
  const auto began = std::chrono::steady_clock::now();
  std::thread ending{[&] { transport.stop(); }};
  BOOST_TEST((transport.send(mail_to("owner@shop.example")).what == kind::delayed));
  ending.join();
  BOOST_TEST((std::chrono::steady_clock::now() - began < 20s));
  BOOST_TEST((transport.send(mail_to("owner@shop.example")).what == kind::delayed));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
