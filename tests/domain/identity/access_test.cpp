#include "domain/identity/access.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace paylink;

namespace {

permission_set set_of(std::initializer_list<permission> values) {
  permission_set set = 0;
  for (const auto value : values) set |= static_cast<permission_set>(value);
  return set;
}

} // namespace

BOOST_AUTO_TEST_SUITE(access_rules)

BOOST_AUTO_TEST_CASE(an_owner_holds_all_twelve_permissions) {
  BOOST_TEST(permissions_of(role::owner) == (1u << 12) - 1);
}

BOOST_AUTO_TEST_CASE(an_admin_holds_all_but_deleting_the_workspace) {
  BOOST_TEST((permissions_of(role::owner) ^ permissions_of(role::admin)) == set_of({permission::workspaces_delete}));
}

BOOST_AUTO_TEST_CASE(a_viewer_reads_and_a_member_writes_payment_links_too) {
  const auto reads = set_of({permission::workspaces_read, permission::bank_accounts_read, permission::webhooks_read,
                             permission::payment_links_read});
  BOOST_TEST(permissions_of(role::viewer) == reads);
  BOOST_TEST(permissions_of(role::member) == (reads | set_of({permission::payment_links_write})));
}

BOOST_AUTO_TEST_CASE(a_set_holds_a_permission_only_with_its_bit) {
  const auto set = set_of({permission::payment_links_write});
  BOOST_TEST(holds(set, permission::payment_links_write));
  BOOST_TEST(!holds(set, permission::payment_links_read));
  BOOST_TEST(holds(0, permission::none));
}

BOOST_AUTO_TEST_CASE(every_permission_reads_back_from_its_text) {
  for (int bit = 0; bit < 12; ++bit) {
    const auto value = static_cast<permission>(1u << bit);
    BOOST_TEST(!to_text(value).empty());
    BOOST_TEST((parse_permission(to_text(value)) == value), to_text(value));
  }
  BOOST_TEST(to_text(permission::bank_accounts_delete) == "bank_accounts:delete");
  for (const auto* text : {"", "none", "payment_links:delete", "payment_links", "Payment_links:read", "webhooks:read "})
    BOOST_TEST(!parse_permission(text), text);
}

BOOST_AUTO_TEST_CASE(every_role_reads_back_from_its_text) {
  for (const auto value : {role::owner, role::admin, role::member, role::viewer})
    BOOST_TEST((parse_role(to_text(value)) == value), to_text(value));
  for (const auto* text : {"", "Owner", "guest"}) BOOST_TEST(!parse_role(text), text);
}

BOOST_AUTO_TEST_CASE(the_api_document_names_every_permission) {
  std::ifstream in{PAYLINK_SOURCE_DIR "/docs/api.md"};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  for (std::uint32_t bit = 1; bit < 1u << 12; bit <<= 1) {
    const auto name = "`" + std::string{to_text(static_cast<permission>(bit))} + "`";
    BOOST_TEST(text.find(name) != std::string::npos, "docs/api.md lacks " << name);
  }
}

BOOST_AUTO_TEST_CASE(a_token_may_do_what_it_was_given_and_its_owner_may_do_now) {
  const auto write = static_cast<permission_set>(permission::payment_links_write);
  const auto both = write | static_cast<permission_set>(permission::workspaces_write);
  struct row {
    grant of;
    permission_set expected;
  };
  const row rows[] = {
      {{both, role::owner, true, true}, both}, {{both, role::member, true, true}, write},
      {{both, role::viewer, true, true}, 0},   {{0, role::owner, true, true}, 0},
      {{both, std::nullopt, true, true}, 0},   {{both, role::owner, false, true}, 0},
      {{both, role::owner, true, false}, 0},
  };
  for (const auto& [of, expected] : rows) BOOST_TEST(effective_permissions(of) == expected);
}

BOOST_AUTO_TEST_CASE(a_token_counts_until_it_expires_or_is_revoked) {
  const auto end = from_millis(1'000);
  BOOST_TEST(counts({end, false}, from_millis(999)));
  BOOST_TEST(!counts({end, false}, end));
  BOOST_TEST(!counts({end, true}, from_millis(999)));
}

BOOST_AUTO_TEST_CASE(a_caller_with_a_session_is_its_user_and_otherwise_its_token) {
  caller one;
  BOOST_TEST((one.permissions == 0u && one.used_today == 0u && !one.lacks_second_factor && !one.is_session()));
  one.user = *user_id::parse("usr_01kkq9z8y7f6w9v4t3s2000001");
  one.token = *token_id::parse("tok_01kkq9z8y7f6w9v4t3s2000002");
  BOOST_TEST((!one.is_session() && one.name() == one.token.view()));
  BOOST_TEST((one.as_creator().type == creator::kind::api_token && one.as_creator().id == one.token.text()));
  one.session = *session_id::parse("ses_01kkq9z8y7f6w9v4t3s2000003");
  BOOST_TEST((one.is_session() && one.name() == one.user.view()));
  BOOST_TEST((one.as_creator().type == creator::kind::user && one.as_creator().id == one.user.text()));
}

BOOST_AUTO_TEST_CASE(a_grant_and_a_life_begin_with_nothing_given_and_nothing_revoked) {
  BOOST_TEST(effective_permissions({}) == 0u);
  BOOST_TEST((grant{}.given == 0u && !grant{}.is_active_member && !grant{}.is_active_user));
  BOOST_TEST(!token_life{}.is_revoked);
}

BOOST_AUTO_TEST_SUITE_END()
