#include "domain/identity/account.hpp"
#include "domain/identity/member.hpp"
#include "domain/identity/second_factor.hpp"
#include "domain/identity/session.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(sign_in_rules)

// A use is noted to the minute, so that a session which counts as unused for two hours may have been used a minute
// less.
BOOST_AUTO_TEST_CASE(a_session_ends_when_it_is_unused_or_old) {
  struct row {
    std::chrono::milliseconds unused, left;
    bool counts;
  };
  const row rows[] = {
      {0ms, 24h, true}, {0ms, 1ms, true},       {0ms, 0ms, false},           {0ms, -1ms, false},
      {2h, 1h, true},   {2h + 1min, 1h, false}, {2h + 1min - 1ms, 1h, true}, {24h, 1h, false},
      {2h, 0ms, false},
  };
  const auto now = from_millis(1'773'541'810'000);
  for (const auto& [unused, left, expected] : rows)
    BOOST_TEST(counts(now - unused, now + left, session_limits{}, now) == expected,
               unused.count() << " ms unused, " << left.count() << " ms left");
}

BOOST_AUTO_TEST_CASE(an_operators_limit_holds_in_place_of_the_usual_one) {
  const session_limits limits{.idle = 5min, .life = 1h};
  const auto now = from_millis(1'773'541'810'000);
  BOOST_TEST(counts(now - 6min + 1ms, now + 1h, limits, now));
  BOOST_TEST(!counts(now - 6min, now + 1h, limits, now));
}

BOOST_AUTO_TEST_CASE(times_are_as_documented) {
  BOOST_TEST((session_limits{}.idle == 2h && session_limits{}.life == 24h));
  BOOST_TEST((use_noted_every == 1min && confirmation_life == 5min));
  BOOST_TEST((ceremony_life == 5min && new_totp_life == 15min));
  BOOST_TEST((sign_up_life == 24h && recovery_life == 1h && invitation_life == 168h));
  BOOST_TEST(passkeys_max == 10u);
}

BOOST_AUTO_TEST_CASE(new_records_have_no_more_than_they_were_given) {
  BOOST_TEST((user_account{}.is_active && !user_account{}.has_second_factor));
  BOOST_TEST((member{}.is_active && member{}.held == role::viewer));
  BOOST_TEST((invitation{}.status == invitation_status::pending && invitation{}.offered == role::viewer));
}

BOOST_AUTO_TEST_CASE(a_ceremony_reads_back_from_its_word) {
  const std::pair<ceremony_kind, std::string_view> rows[] = {{ceremony_kind::sign_in, "sign_in"},
                                                             {ceremony_kind::confirmation, "confirmation"},
                                                             {ceremony_kind::registration, "registration"}};
  for (const auto& [kind, word] : rows) {
    BOOST_TEST(to_text(kind) == word);
    BOOST_TEST((parse_ceremony_kind(word) == kind), word);
  }
  // The one that is open to a browser which is not signed in.
  for (const auto* word : {"", "Confirmation", "registration "})
    BOOST_TEST((parse_ceremony_kind(word) == ceremony_kind::sign_in), word);
}

BOOST_AUTO_TEST_CASE(a_passkeys_name_has_one_to_100_characters_on_one_line) {
  std::string longest;
  for (int count = 0; count < 100; ++count) longest += "ở";
  const std::pair<std::optional<std::string>, std::string> rows[] = {
      {std::nullopt, "required"},
      {"", "required"},
      {"A", "fits"},
      {"Điện thoại của An", "fits"},
      {longest, "fits"},
      {longest + "x", "too_long"},
      {"a\nb", "format"},
      {"a\x07", "format"},
      {"\n", "format"},
  };
  for (const auto& [name, expected] : rows) {
    const auto fault = check_passkey_name(name);
    BOOST_TEST((fault ? fault->code : "fits") == expected, name.value_or("none"));
    BOOST_TEST((!fault || fault->field == "name"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
