#include "secrets/base32.hpp"
#include "secrets/random.hpp"
#include "secrets/totp.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace {

using namespace std::chrono_literals;

const std::string rfc_secret = "12345678901234567890";

paylink::timestamp at_second(std::int64_t second) { return paylink::timestamp{std::chrono::seconds{second}}; }

std::string base32_of(std::string_view text) {
  return paylink::to_base32({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

} // namespace

BOOST_AUTO_TEST_SUITE(totp)

BOOST_AUTO_TEST_CASE(base32_is_that_of_rfc_4648) {
  // Section 10.
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", ""},
      {"f", "MY======"},
      {"fo", "MZXQ===="},
      {"foo", "MZXW6==="},
      {"foob", "MZXW6YQ="},
      {"fooba", "MZXW6YTB"},
      {"foobar", "MZXW6YTBOI======"},
  };
  for (const auto& [text, expected] : rows) BOOST_TEST(base32_of(text) == expected);
}

BOOST_AUTO_TEST_CASE(codes_are_those_of_rfc_6238) {
  // Appendix B, SHA-1. The table has eight digits; six digits are the last six of them.
  const std::pair<std::int64_t, std::string_view> rows[] = {
      {59, "94287082"},
      {1'111'111'109, "07081804"},
      {1'111'111'111, "14050471"},
      {1'234'567'890, "89005924"},
      {2'000'000'000, "69279037"},
      {20'000'000'000, "65353130"},
  };
  for (const auto& [second, digits] : rows) {
    const auto step = paylink::totp_step(at_second(second));
    BOOST_TEST(paylink::totp_code(rfc_secret, step) == digits.substr(2));
    BOOST_TEST((paylink::verify_totp(rfc_secret, digits.substr(2), at_second(second), std::nullopt) == step));
  }
}

BOOST_AUTO_TEST_CASE(a_code_is_accepted_one_step_early_and_one_step_late) {
  const auto code = paylink::totp_code(rfc_secret, 1'000);
  struct row {
    std::chrono::milliseconds now;
    bool is_accepted;
  };
  const row rows[] = {
      {999 * 30'000ms - 1ms, false},  {999 * 30'000ms, true},    {1'000 * 30'000ms, true},
      {1'002 * 30'000ms - 1ms, true}, {1'002 * 30'000ms, false},
  };
  for (const auto& row : rows) {
    const auto step = paylink::verify_totp(rfc_secret, code, paylink::timestamp{row.now}, std::nullopt);
    BOOST_TEST(step.has_value() == row.is_accepted, row.now.count());
    if (step) BOOST_TEST(*step == 1'000);
  }
}

BOOST_AUTO_TEST_CASE(a_code_is_accepted_once_and_no_earlier_one_after_it) {
  const auto now = at_second(30'000);
  const auto first = paylink::verify_totp(rfc_secret, paylink::totp_code(rfc_secret, 1'000), now, std::nullopt);
  BOOST_REQUIRE(first.has_value());
  BOOST_TEST(!paylink::verify_totp(rfc_secret, paylink::totp_code(rfc_secret, 1'000), now, first).has_value());
  BOOST_TEST(!paylink::verify_totp(rfc_secret, paylink::totp_code(rfc_secret, 999), now, first).has_value());
  const auto next = paylink::verify_totp(rfc_secret, paylink::totp_code(rfc_secret, 1'001), now, first);
  BOOST_REQUIRE(next.has_value());
  BOOST_TEST(*next == 1'001);
}

BOOST_AUTO_TEST_CASE(what_is_not_the_code_is_refused) {
  const auto now = at_second(59);
  const std::string other_secret(20, 'x');
  for (const std::string_view code : {"", "28708", "287083", "0287082", "94287082", "287 082", "28708a", "２87082"})
    BOOST_TEST(!paylink::verify_totp(rfc_secret, code, now, std::nullopt).has_value(), code);
  BOOST_TEST(!paylink::verify_totp(other_secret, "287082", now, std::nullopt).has_value());
}

BOOST_AUTO_TEST_CASE(a_clock_before_1970_accepts_nothing_and_breaks_nothing) {
  BOOST_TEST(paylink::totp_step(at_second(-1)) == -1);
  BOOST_TEST(!paylink::verify_totp(rfc_secret, "287082", at_second(-3'600), std::nullopt).has_value());
}

BOOST_AUTO_TEST_CASE(the_first_step_begins_with_1970) {
  // RFC 4226, appendix D, count 0.
  for (const int second : {-1, 0, 29, 30, 59})
    BOOST_TEST((paylink::verify_totp(rfc_secret, "755224", at_second(second), std::nullopt) == 0), second);
  BOOST_TEST(!paylink::verify_totp(rfc_secret, "755224", at_second(60), std::nullopt).has_value());
  BOOST_TEST(!paylink::verify_totp(rfc_secret, "755224", at_second(-31), std::nullopt).has_value());
}

BOOST_AUTO_TEST_CASE(a_secret_is_20_random_bytes) {
  paylink::system_random random;
  const auto secret = paylink::make_totp_secret(random);
  BOOST_TEST(secret.size() == 20u);
  BOOST_TEST(paylink::totp_secret_text(secret).size() == 32u);
  BOOST_TEST(secret != paylink::make_totp_secret(random));
}

BOOST_AUTO_TEST_CASE(an_address_names_issuer_and_account_percent_encoded) {
  BOOST_TEST(paylink::totp_address(rfc_secret, "Quán Cà phê & Co", "an+shop@example.com") ==
             "otpauth://totp/Qu%C3%A1n%20C%C3%A0%20ph%C3%AA%20%26%20Co:an%2Bshop%40example.com"
             "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Qu%C3%A1n%20C%C3%A0%20ph%C3%AA%20%26%20Co"
             "&algorithm=SHA1&digits=6&period=30");
}

BOOST_AUTO_TEST_CASE(an_issuer_with_a_colon_cannot_pose_as_issuer_and_account) {
  BOOST_TEST(paylink::totp_address(rfc_secret, "a:b", "c?d=e#f").starts_with("otpauth://totp/a%3Ab:c%3Fd%3De%23f?"));
}

BOOST_AUTO_TEST_SUITE_END()
