#include "persistence/identity/identity_reads.hpp"

#include "persistence/identity/factor_uses.hpp"

namespace paylink {
namespace {

std::string token_sql() {
  return "SELECT t.id, t.user_id, t.expires_at, t.revoked_at, t.last_used_at, t.used_day, t.used_set, t.refused_at, "
         "t.networks, u.status, p.permission_set, m.role, m.status, " +
         lacks_factor_sql() +
         " FROM api_tokens t JOIN users u ON u.id = t.user_id LEFT "
         "JOIN api_token_permissions p ON p.token_row = t.row AND "
         "p.workspace_id = :workspace LEFT JOIN memberships m ON m.workspace_id = :membership_of AND m.user_id = "
         "t.user_id" +
         std::string{join_workspace} + " WHERE t.digest = :digest";
}

std::string workspaces_sql() {
  return "SELECT p.workspace_id, p.permission_set, m.role, m.status, u.status, " + lacks_factor_sql() +
         " FROM api_tokens t JOIN users u ON u.id = "
         "t.user_id JOIN api_token_permissions p ON p.token_row = t.row JOIN memberships m ON m.workspace_id = "
         "p.workspace_id AND m.user_id = t.user_id" +
         std::string{join_workspace} + " WHERE t.id = :token ORDER BY p.workspace_id";
}

/// What a token's row grants now; the membership's columns are null if its owner is not a member.
permission_set granted(const sql_number& given, const sql_text& role_name, const sql_text& membership,
                       const sql_text& user) {
  return effective_permissions({.given = static_cast<permission_set>(given.or_zero()),
                                .held = parse_role(role_name.view()),
                                .is_active_member = membership.view() == "active",
                                .is_active_user = user.view() == "active"});
}

} // namespace

identity_reads::identity_reads(soci::session& session)
    : token_{session, token_sql()}, workspaces_{session, workspaces_sql()},
      workspace_{session, "SELECT " + std::string{workspace_row::columns} +
                              " FROM workspaces w WHERE w.id = :id AND w.deleted_at "
                              "IS NULL"} {}

result<caller> identity_reads::authorize_token(std::string_view digest, std::string_view workspace, timestamp now) {
  if (!token_.first(workspace, workspace, digest)) return errc::authentication_error;
  const auto& [token, user, expires_at, revoked_at, used_at, used_day, used_set, refused_at, networks, user_status,
               given, role_name, membership, lacks] = token_.out().fields;
  // The token of a user who is locked out is no better than none.
  if (user_status.view() != "active" || !counts({from_millis(expires_at.value), !revoked_at.is_null()}, now))
    return errc::authentication_error;
  caller who{.user = user_id::from_store(user.view()),
             .token = token_id::from_store(token.view()),
             .permissions = granted(given, role_name, membership, user_status)};
  if (membership.view() == "active") who.held = parse_role(role_name.view());
  who.lacks_second_factor = who.held && lacks.value == 1;
  if (who.lacks_second_factor) who.permissions = 0;
  if (!used_at.is_null()) who.seen_at = from_millis(used_at.value);
  if (used_day.value == day_of(now)) who.used_today = static_cast<permission_set>(used_set.value);
  if (!refused_at.is_null()) who.refused_at = from_millis(refused_at.value);
  who.networks = networks.value;
  return who;
}

std::vector<workspace_id> identity_reads::workspaces_of_token(token_id token, permission wanted) {
  std::vector<workspace_id> allowed;
  workspaces_.each(
      [&](const auto& columns) {
        const auto& [workspace, given, role_name, membership, user_status, lacks] = columns.fields;
        if (lacks.value == 0 && holds(granted(given, role_name, membership, user_status), wanted))
          allowed.push_back(workspace_id::from_store(workspace.view()));
      },
      token.view());
  return allowed;
}

result<workspace> identity_reads::find_workspace(workspace_id id) {
  if (!workspace_.first(id.view())) return errc::not_found;
  return workspace_.out().read();
}

} // namespace paylink
