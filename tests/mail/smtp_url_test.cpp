#include "mail/smtp_transport.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(smtp_url)

BOOST_AUTO_TEST_CASE(tls_is_required_but_on_this_machine_or_where_the_url_says_otherwise) {
  struct url_case {
    const char* url;
    const char* server;
    bool needs_tls;
  };
  const url_case cases[] = {
      {"smtp://mail.example.vn", "smtp://mail.example.vn", true},
      {"smtp://mail.example.vn:587/pay.example.vn", "smtp://mail.example.vn:587/pay.example.vn", true},
      {"smtp://relay?starttls=never", "smtp://relay", false},
      {"smtp://127.0.0.1:25", "smtp://127.0.0.1:25", false},
      {"smtp://localhost", "smtp://localhost", false},
      {"smtp://[::1]:2525", "smtp://[::1]:2525", false},
      {"smtp://127.0.0.1?starttls=required", "smtp://127.0.0.1", true},
      {"smtps://127.0.0.1:465", "smtps://127.0.0.1:465", true},
      {"smtp://127.mail.example.vn", "smtp://127.mail.example.vn", true},
      {"smtp://localhost.example.vn", "smtp://localhost.example.vn", true},
      {"smtp://[2001:db8::1]", "smtp://[2001:db8::1]", true},
  };
  for (const auto& [url, server, needs_tls] : cases) {
    const auto parsed = parse_smtp_url(url);
    BOOST_REQUIRE_MESSAGE(parsed, url);
    BOOST_TEST(parsed->url == server);
    BOOST_TEST(parsed->needs_tls == needs_tls, url);
    BOOST_TEST((parsed->user.empty() && parsed->password.empty()));
  }
}

BOOST_AUTO_TEST_CASE(user_and_password_are_taken_out_of_the_url) {
  const auto parsed = parse_smtp_url("smtps://pay%40example.vn:p%3Ass:w%2Frd@mail.example.vn:465");
  BOOST_REQUIRE(parsed);
  BOOST_TEST(parsed->user == "pay@example.vn");
  BOOST_TEST(parsed->password == "p:ss:w/rd");
  BOOST_TEST(parsed->url == "smtps://mail.example.vn:465");
  const auto user_alone = parse_smtp_url("smtp://user@mail.example.vn");
  BOOST_REQUIRE(user_alone);
  BOOST_TEST((user_alone->user == "user" && user_alone->password.empty()));
}

BOOST_AUTO_TEST_CASE(other_urls_are_none) {
  for (const auto* url : {"", "mail.example.vn", "http://mail.example.vn", "smtp://", "smtp:///x", "smtp://u:p@"})
    BOOST_TEST(!parse_smtp_url(url), url);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
