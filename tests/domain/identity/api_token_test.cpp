#include "domain/identity/api_token.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

using texts = std::vector<std::string>;

const timestamp day_of_request = *parse_rfc3339("2026-03-15T02:30:10Z");

workspace_id workspace_number(int number) {
  auto text = std::to_string(number);
  return *workspace_id::parse("ws_01kkq9z8y7f6w9v4t3s2" + std::string(6 - text.size(), '0') + text);
}

const workspace_id own_workspace = workspace_number(1), viewed_workspace = workspace_number(2),
                   foreign_workspace = workspace_number(3);
const held_roles held_there{{own_workspace, role::admin}, {viewed_workspace, role::viewer}};

permission_set bits_of(std::initializer_list<permission> values) {
  permission_set set = 0;
  for (const auto value : values) set |= static_cast<permission_set>(value);
  return set;
}

token_request::grant grant_of(const workspace_id& where, texts permissions = {"payment_links:read"}) {
  return {where.text(), std::move(permissions)};
}

token_request good_token_request() {
  return {
      .name = "Till", .expires_at = "2026-04-15T00:00:00Z", .networks = {}, .workspaces = {{grant_of(own_workspace)}}};
}

std::string token_faults(const field_faults& faults) {
  std::string all;
  for (const auto& fault : faults) all += (all.empty() ? "" : ", ") + fault.field + ' ' + fault.code;
  return all;
}

checked_token with_grants(std::vector<token_request::grant> grants, const held_roles& held = held_there) {
  auto request = good_token_request();
  request.workspaces = std::move(grants);
  return check_new_token(request, held, day_of_request);
}

checked_token with_networks(texts networks) {
  auto request = good_token_request();
  request.networks = std::move(networks);
  return check_new_token(request, held_there, day_of_request);
}

} // namespace

BOOST_AUTO_TEST_SUITE(api_token_rules)

BOOST_AUTO_TEST_CASE(a_token_is_revoked_before_it_is_expired) {
  struct row {
    bool is_revoked;
    std::int64_t milliseconds_left;
    const char* status;
  };
  const row rows[] = {
      {false, 1, "active"}, {false, 0, "expired"}, {false, -1, "expired"}, {true, 1, "revoked"}, {true, 0, "revoked"}};
  for (const auto& one : rows) {
    api_token token;
    token.expires_at = day_of_request + std::chrono::milliseconds{one.milliseconds_left};
    BOOST_TEST(!token.is_revoked);
    token.is_revoked = one.is_revoked;
    BOOST_TEST(to_text(status_of(token, day_of_request)) == one.status);
  }
}

BOOST_AUTO_TEST_CASE(the_longest_life_ends_on_the_same_day_of_the_next_year) {
  const std::pair<const char*, const char*> rows[] = {
      {"2026-03-15T02:30:10Z", "2027-03-15T02:30:10Z"}, {"2027-12-31T23:59:59Z", "2028-12-31T23:59:59Z"},
      {"2028-02-28T00:00:00Z", "2029-02-28T00:00:00Z"}, {"2028-02-29T12:00:00Z", "2029-03-01T12:00:00Z"},
      {"2027-03-01T00:00:00Z", "2028-03-01T00:00:00Z"},
  };
  for (const auto& [from, until] : rows)
    BOOST_TEST((latest_token_end(*parse_rfc3339(from)) == *parse_rfc3339(until)), from);
}

BOOST_AUTO_TEST_CASE(a_token_ends_between_an_hour_and_a_year_ahead) {
  const std::pair<std::optional<std::string>, std::string> rows[] = {
      {std::nullopt, "expires_at required"},
      {"soon", "expires_at format"},
      {"2026-03-15T02:30:09.999Z", "expires_at in_the_past"},
      {"2026-03-15T02:30:10Z", "expires_at in_the_past"},
      {"2026-03-15T02:30:10.001Z", "expires_at too_small"},
      {"2026-03-15T03:30:09.999Z", "expires_at too_small"},
      {"2026-03-15T03:30:10Z", ""},
      {"2026-03-15T10:30:10+07:00", ""},
      {"2027-03-15T02:30:10Z", ""},
      {"2027-03-15T02:30:10.001Z", "expires_at too_far"},
  };
  for (const auto& [end, expected] : rows) {
    auto request = good_token_request();
    request.expires_at = end;
    const auto checked = check_new_token(request, held_there, day_of_request);
    BOOST_TEST(token_faults(checked.faults) == expected, end.value_or("none"));
    if (expected.empty()) BOOST_TEST((checked.expires_at == *parse_rfc3339(*end)));
  }
}

BOOST_AUTO_TEST_CASE(a_network_is_kept_with_its_prefix) {
  struct row {
    texts given;
    std::string faults, kept;
  };
  const row rows[] = {
      {{}, "", ""},
      {{"203.0.113.7"}, "", "203.0.113.7/32"},
      {{"203.0.113.0/24", "2001:db8::/32"}, "", "203.0.113.0/24 2001:db8::/32"},
      {{"2001:db8::1"}, "", "2001:db8::1/128"},
      {{"203.0.113.0/24:443"}, "networks.0 format", ""},
      {{"10.0.0.0/8", "shop.vn", "10.0.0.0/33"}, "networks.1 format, networks.2 format", "10.0.0.0/8"},
      {{""}, "networks.0 format", ""},
      {texts(20, "::1"), "", {}},
      {texts(21, "::1"), "networks too_large", {}},
      {texts(21, "x"), "networks too_large", {}},
  };
  for (const auto& [given, faults, kept] : rows) {
    const auto checked = with_networks(given);
    BOOST_TEST(token_faults(checked.faults).starts_with(faults));
    BOOST_TEST(faults.empty() == checked.faults.empty(), token_faults(checked.faults));
    if (given.size() < 20) BOOST_TEST(checked.networks == kept);
  }
  BOOST_TEST(with_networks(texts(30, "x")).faults.size() == 21u); // the number, and the first twenty
  BOOST_TEST((check_new_token(good_token_request(), held_there, day_of_request).networks.empty()));
}

BOOST_AUTO_TEST_CASE(a_token_is_given_what_its_creators_role_holds_there) {
  const std::string none_held = "workspaces.0.workspace_id not_found";
  struct row {
    std::vector<token_request::grant> asked;
    std::string faults;
  };
  const row rows[] = {
      {{}, "workspaces required"},
      {{grant_of(own_workspace, {"payment_links:write", "webhooks:delete"})}, ""},
      {{grant_of(own_workspace, {"workspaces:delete"})}, "workspaces.0.permissions.0 not_allowed"},
      {{grant_of(own_workspace), grant_of(viewed_workspace, {"webhooks:read", "payment_links:write"})},
       "workspaces.1.permissions.1 not_allowed"},
      {{grant_of(own_workspace, {})}, "workspaces.0.permissions required"},
      {{{own_workspace.text(), std::nullopt}}, "workspaces.0.permissions required"},
      {{grant_of(own_workspace, {"payment_links:read", "payment_links", ""})},
       "workspaces.0.permissions.1 format, workspaces.0.permissions.2 format"},
      {{{std::nullopt, texts{"payment_links:read"}}}, "workspaces.0.workspace_id required"},
      {{{"nonsense", texts{"payment_links:read"}}}, none_held},
      {{grant_of(foreign_workspace)}, none_held},
      // Nothing is said of a role that there is not.
      {{grant_of(foreign_workspace, {"workspaces:delete"})}, none_held},
      {{grant_of(foreign_workspace, {"nothing"})}, none_held + ", workspaces.0.permissions.0 format"},
      {{grant_of(own_workspace), grant_of(viewed_workspace), grant_of(own_workspace)},
       "workspaces.2.workspace_id format"},
  };
  for (const auto& [asked, faults] : rows) {
    const auto checked = with_grants(asked);
    BOOST_TEST(token_faults(checked.faults) == faults);
  }
  const auto checked = with_grants({grant_of(own_workspace, {"payment_links:write", "webhooks:delete"}),
                                    grant_of(viewed_workspace, {"webhooks:read"})});
  const std::vector<token_grant> expected{
      {own_workspace, bits_of({permission::payment_links_write, permission::webhooks_delete})},
      {viewed_workspace, bits_of({permission::webhooks_read})}};
  BOOST_TEST((checked.grants == expected));
}

BOOST_AUTO_TEST_CASE(an_unknown_permission_is_answered_with_those_that_there_are) {
  const auto faults = with_grants({grant_of(own_workspace, {"links:read"})}).faults;
  BOOST_TEST_REQUIRE(faults.size() == 1u);
  BOOST_TEST(faults[0].message ==
             "Unknown permission. The permissions are workspaces:read, workspaces:write, workspaces:delete, "
             "workspaces:members, bank_accounts:read, bank_accounts:write, bank_accounts:delete, webhooks:read, "
             "webhooks:write, webhooks:delete, payment_links:read, payment_links:write.");
}

BOOST_AUTO_TEST_CASE(a_token_names_at_most_fifty_workspaces_and_its_refusal_at_most_64_faults) {
  held_roles held;
  std::vector<token_request::grant> asked;
  for (int number = 0; number < 60; ++number) {
    held[workspace_number(number)] = role::owner;
    asked.push_back(grant_of(workspace_number(number)));
  }
  const auto first = [&](std::size_t count) {
    return std::vector(asked.begin(), asked.begin() + static_cast<int>(count));
  };
  BOOST_TEST(with_grants(first(50), held).faults.empty());
  BOOST_TEST(with_grants(first(50), held).grants.size() == 50u);
  const auto too_many = with_grants(first(51), held);
  BOOST_TEST(token_faults(too_many.faults) == "workspaces too_large");
  BOOST_TEST(too_many.grants.size() == 50u);

  // One grant of typos, and then many.
  BOOST_TEST(with_grants({grant_of(own_workspace, texts(200, "typo"))}).faults.size() == faults_max);
  std::vector<token_request::grant> unknown;
  for (int number = 0; number < 50; ++number) unknown.push_back(grant_of(foreign_workspace, {"typo", "typo"}));
  BOOST_TEST(with_grants(unknown).faults.size() <= faults_max + 1);
}

BOOST_AUTO_TEST_CASE(faults_of_a_token_come_in_the_order_of_its_members) {
  BOOST_TEST(token_faults(check_new_token({}, held_there, day_of_request).faults) ==
             "name required, expires_at required, workspaces required");
  auto request = good_token_request();
  request.name = "";
  request.networks = texts{"x"};
  BOOST_TEST(token_faults(check_new_token(request, held_there, day_of_request).faults) ==
             "name required, networks.0 format");
  const auto checked = check_new_token(good_token_request(), held_there, day_of_request);
  BOOST_TEST((checked.name == "Till" && checked.faults.empty()));
}

BOOST_AUTO_TEST_CASE(a_change_checks_only_what_it_is_given) {
  BOOST_TEST(check_token_change({}, held_there).faults.empty());
  const std::pair<token_request, std::string> rows[] = {
      {{.name = "Till", .expires_at = {}, .networks = {}, .workspaces = {}}, ""},
      {{.name = "", .expires_at = {}, .networks = {}, .workspaces = {}}, "name required"},
      {{.name = {}, .expires_at = {}, .networks = texts{}, .workspaces = {}}, ""},
      {{.name = {}, .expires_at = {}, .networks = texts{"x"}, .workspaces = {}}, "networks.0 format"},
      {{.name = {}, .expires_at = {}, .networks = {}, .workspaces = {{}}}, "workspaces required"},
      {{.name = {}, .expires_at = {}, .networks = {}, .workspaces = {{grant_of(viewed_workspace)}}}, ""},
      {{.name = {}, .expires_at = {}, .networks = {}, .workspaces = {{grant_of(foreign_workspace)}}},
       "workspaces.0.workspace_id not_found"},
  };
  for (const auto& [request, faults] : rows)
    BOOST_TEST(token_faults(check_token_change(request, held_there).faults) == faults);
  const auto checked = check_token_change(
      {.name = "Till", .expires_at = {}, .networks = texts{"::1"}, .workspaces = {{grant_of(viewed_workspace)}}},
      held_there);
  BOOST_TEST(
      (checked.name == "Till" && checked.networks == "::1/128" &&
       checked.grants == std::vector<token_grant>{{viewed_workspace, bits_of({permission::payment_links_read})}}));
}

BOOST_AUTO_TEST_CASE(a_token_is_taken_from_its_networks_alone) {
  struct row {
    const char *networks, *address;
    bool is_taken;
  };
  const row rows[] = {
      {"", "203.0.113.7", true},
      {"", "", true},
      {"203.0.113.0/24", "203.0.113.255", true},
      {"203.0.113.0/24", "203.0.114.0", false},
      {"203.0.113.0/24 2001:db8::/32", "2001:db8::7", true},
      {"203.0.113.0/24 2001:db8::/32 10.0.0.1/32", "203.0.113.7", true},
      {"203.0.113.0/24 2001:db8::/32 10.0.0.1/32", "10.0.0.1", true},
      {"203.0.113.0/24 2001:db8::/32", "2001:db9::7", false},
      {"203.0.113.0/24", "", false},
      {"203.0.113.0/24", "unknown", false},
      {"nonsense", "203.0.113.7", false},
      {"nonsense 203.0.113.7/32", "203.0.113.7", true},
      {"0.0.0.0/0", "2001:db8::7", false},
  };
  for (const auto& [networks, address, is_taken] : rows)
    BOOST_TEST(is_taken_from(networks, address) == is_taken, networks << " from " << address);
}

BOOST_AUTO_TEST_CASE(a_set_is_taken_apart_in_the_order_of_the_permissions) {
  const auto set = bits_of({permission::payment_links_write, permission::workspaces_read, permission::webhooks_delete});
  const std::vector<permission_set> singles{bits_of({permission::workspaces_read}),
                                            bits_of({permission::webhooks_delete}),
                                            bits_of({permission::payment_links_write})};
  BOOST_TEST((single_permissions(set) == singles));
  const std::vector<std::string_view> words{"workspaces:read", "webhooks:delete", "payment_links:write"};
  BOOST_TEST((words_of_set(set) == words));
  BOOST_TEST((single_permissions(0).empty() && words_of_set(0).empty()));
  BOOST_TEST(single_permissions(permissions_of(role::owner)).size() == 12u);
  // Every bit that there is: the loop ends when the last one falls out.
  BOOST_TEST(single_permissions(~permission_set{0}).size() == 32u);
}

BOOST_AUTO_TEST_CASE(a_day_begins_at_midnight_utc) {
  BOOST_TEST(day_of(from_millis(-1)) == -1);
  BOOST_TEST(day_of(from_millis(0)) == 0);
  BOOST_TEST(day_of(from_millis(86'399'999)) == 0);
  BOOST_TEST(day_of(from_millis(86'400'000)) == 1);
}

BOOST_AUTO_TEST_CASE(creators_are_told_of_the_end_and_of_what_is_not_used) {
  BOOST_TEST((unused_after == std::chrono::days{90}));
  BOOST_TEST(
      (std::vector<int>(std::begin(token_warning_days), std::end(token_warning_days)) == std::vector<int>{1, 7, 14}));
}

BOOST_AUTO_TEST_SUITE_END()
