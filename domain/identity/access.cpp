#include "domain/identity/access.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

struct permission_row {
  permission value;
  std::string_view name;
  role least; ///< Held by this role and those above it.
};
constexpr permission_row permissions[]{
    {permission::workspaces_read, "workspaces:read", role::viewer},
    {permission::workspaces_write, "workspaces:write", role::admin},
    {permission::workspaces_delete, "workspaces:delete", role::owner},
    {permission::workspaces_members, "workspaces:members", role::admin},
    {permission::bank_accounts_read, "bank_accounts:read", role::viewer},
    {permission::bank_accounts_write, "bank_accounts:write", role::admin},
    {permission::bank_accounts_delete, "bank_accounts:delete", role::admin},
    {permission::webhooks_read, "webhooks:read", role::viewer},
    {permission::webhooks_write, "webhooks:write", role::admin},
    {permission::webhooks_delete, "webhooks:delete", role::admin},
    {permission::payment_links_read, "payment_links:read", role::viewer},
    {permission::payment_links_write, "payment_links:write", role::member},
};

constexpr word_list<role, 4> roles{
    {{role::owner, "owner"}, {role::admin, "admin"}, {role::member, "member"}, {role::viewer, "viewer"}}};
static_assert(roles.is_in_order());

} // namespace

permission_set permissions_of(role held) {
  permission_set all = 0;
  for (const auto& row : permissions)
    if (held <= row.least) all |= static_cast<permission_set>(row.value);
  return all;
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
  for (const auto& row : permissions)
    if (row.value == value) return row.name;
  return {};
}

std::optional<permission> parse_permission(std::string_view text) {
  for (const auto& row : permissions)
    if (row.name == text) return row.value;
  return std::nullopt;
}

std::string_view to_text(role value) { return roles.word(value); }
std::optional<role> parse_role(std::string_view text) { return roles.find(text); }

} // namespace paylink
