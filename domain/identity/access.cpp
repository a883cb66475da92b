#include "domain/identity/access.hpp"

#include "domain/values/word_list.hpp"

#include <array>
#include <utility>

namespace paylink {

namespace {

constexpr std::array<std::pair<permission, std::string_view>, 12> permissions{{
    {permission::workspaces_read, "workspaces:read"},
    {permission::workspaces_write, "workspaces:write"},
    {permission::workspaces_delete, "workspaces:delete"},
    {permission::workspaces_members, "workspaces:members"},
    {permission::bank_accounts_read, "bank_accounts:read"},
    {permission::bank_accounts_write, "bank_accounts:write"},
    {permission::bank_accounts_delete, "bank_accounts:delete"},
    {permission::webhooks_read, "webhooks:read"},
    {permission::webhooks_write, "webhooks:write"},
    {permission::webhooks_delete, "webhooks:delete"},
    {permission::payment_links_read, "payment_links:read"},
    {permission::payment_links_write, "payment_links:write"},
}};

constexpr permission_set bit(permission value) { return static_cast<permission_set>(value); }

constexpr permission_set everything = [] {
  permission_set all = 0;
  for (const auto& [value, name] : permissions) all |= bit(value);
  return all;
}();

constexpr permission_set every_read = [] {
  permission_set reads = 0;
  for (const auto& [value, name] : permissions)
    if (name.ends_with(":read")) reads |= bit(value);
  return reads;
}();

constexpr word_list<role, 4> roles{
    {{role::owner, "owner"}, {role::admin, "admin"}, {role::member, "member"}, {role::viewer, "viewer"}}};
static_assert(roles.is_in_order());

} // namespace

permission_set permissions_of(role held) {
  switch (held) {
  case role::owner:
    return everything;
  case role::admin:
    return everything & ~bit(permission::workspaces_delete);
  case role::member:
    return every_read | bit(permission::payment_links_write);
  case role::viewer:
    return every_read;
  }
  return 0;
}

permission_set effective_permissions(const grant& of) {
  if (!of.held || !of.is_active_member || !of.is_active_user) return 0;
  return of.given & permissions_of(*of.held);
}

creator caller::as_creator() const {
  if (is_session()) return {creator::kind::user, user.text()};
  return {creator::kind::api_token, token.text()};
}

bool counts(const token_life& token, timestamp now) { return !token.is_revoked && now < token.expires_at; }

std::string_view to_text(permission value) {
  for (const auto& [candidate, name] : permissions)
    if (candidate == value) return name;
  return {};
}

std::optional<permission> parse_permission(std::string_view text) {
  for (const auto& [value, name] : permissions)
    if (name == text) return value;
  return std::nullopt;
}

std::string_view to_text(role value) { return roles.word(value); }
std::optional<role> parse_role(std::string_view text) { return roles.find(text); }

} // namespace paylink
