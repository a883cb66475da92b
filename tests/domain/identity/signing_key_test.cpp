#include "domain/identity/signing_key.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(signing_key_rules)

BOOST_AUTO_TEST_CASE(only_an_active_owner_or_admin_at_the_console_may_handle_a_signing_key) {
  struct asked {
    entrance by;
    role held;
    bool is_active_member;
    bool allowed;
  };
  // Every case there is.
  using enum entrance;
  constexpr asked cases[] = {
      {console_session, role::owner, true, true},    {console_session, role::admin, true, true},
      {console_session, role::member, true, false},  {console_session, role::viewer, true, false},
      {console_session, role::owner, false, false},  {console_session, role::admin, false, false},
      {console_session, role::member, false, false}, {console_session, role::viewer, false, false},
      {api_token, role::owner, true, false},         {api_token, role::admin, true, false},
      {api_token, role::member, true, false},        {api_token, role::viewer, true, false},
      {api_token, role::owner, false, false},        {api_token, role::admin, false, false},
      {api_token, role::member, false, false},       {api_token, role::viewer, false, false},
      {command_line, role::owner, true, false},      {command_line, role::admin, true, false},
      {command_line, role::member, true, false},     {command_line, role::viewer, true, false},
      {command_line, role::owner, false, false},     {command_line, role::admin, false, false},
      {command_line, role::member, false, false},    {command_line, role::viewer, false, false},
  };
  for (const auto& one : cases)
    BOOST_TEST(may_handle_signing_key(one.by, one.held, one.is_active_member) == one.allowed,
               to_text(one.held) << ", entrance " << static_cast<int>(one.by)
                                 << (one.is_active_member ? ", active" : ", not active"));
}

BOOST_AUTO_TEST_CASE(the_key_before_verifies_for_a_day) {
  BOOST_TEST((previous_signing_key_life == std::chrono::hours{24}));
}

BOOST_AUTO_TEST_SUITE_END()
