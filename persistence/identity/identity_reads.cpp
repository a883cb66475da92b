#include "persistence/context/reading.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/identity/workspace_row.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                            sql_text, sql_text, sql_number, sql_text, sql_text, sql_number>(sql_text, sql_text,
                                                                                            sql_text)>
    authorize_token_sql{[](dialect) {
      return "SELECT t.id, t.user_id, t.expires_at, t.revoked_at, t.last_used_at, t.used_day, t.used_set, "
             "t.refused_at, t.networks, u.status, p.permission_set, m.role, m.status, " +
             lacks_factor_sql() +
             " FROM api_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN api_token_permissions p ON p.token_row = "
             "t.row AND p.workspace_id = :workspace LEFT JOIN memberships m ON m.workspace_id = :membership_of AND "
             "m.user_id = t.user_id" +
             std::string{join_workspace} + " WHERE t.digest = :digest";
    }};

const sql_statement<sql_row<sql_text, sql_number, sql_text, sql_text, sql_text, sql_number>(sql_text)>
    list_grants_of_token_sql{[](dialect) {
      return "SELECT p.workspace_id, p.permission_set, m.role, m.status, u.status, " + lacks_factor_sql() +
             " FROM api_tokens t JOIN users u ON u.id = t.user_id JOIN api_token_permissions p ON p.token_row = t.row "
             "JOIN memberships m ON m.workspace_id = p.workspace_id AND m.user_id = t.user_id" +
             std::string{join_workspace} + " WHERE t.id = :token ORDER BY p.workspace_id";
    }};

const sql_statement<sql_row<sql_text, sql_text, sql_number>(sql_text)> list_memberships_sql{[](dialect) {
  return "SELECT m.workspace_id, m.role, " + lacks_factor_sql() + " FROM memberships m" + std::string{join_workspace} +
         " WHERE m.user_id = :user AND m.status = 'active' ORDER BY m.workspace_id";
}};

const sql_statement<workspace_row(sql_text)> find_workspace_sql{[](dialect) {
  return "SELECT " + sql_columns<workspace_row>() + " FROM workspaces w WHERE w.id = :id AND w.deleted_at IS NULL";
}};

/// What a token's row grants now; the membership's columns are null if its owner is not a member.
permission_set granted(const sql_number& given, const sql_text& role_name, const sql_text& membership,
                       const sql_text& user) {
  return effective_permissions({.given = static_cast<permission_set>(given.or_zero()),
                                .held = parse_role(role_name.view()),
                                .is_active_member = membership.view() == "active",
                                .is_active_user = user.view() == "active"});
}

} // namespace

result<caller> answer(reading& at, const authorize_token& wanted) {
  auto& shown = at.db[authorize_token_sql];
  if (!shown.first(wanted.workspace, wanted.workspace, wanted.digest)) return errc::authentication_error;
  const auto& [token, user, expires_at, revoked_at, used_at, used_day, used_set, refused_at, networks, user_status,
               given, role_name, membership, lacks] = shown.out().fields;
  // The token of a user who is locked out is no better than none.
  if (user_status.view() != "active" || !counts({from_millis(expires_at.value), !revoked_at.is_null()}, wanted.now))
    return errc::authentication_error;
  caller who{.user = user_id::from_store(user.view()),
             .token = token_id::from_store(token.view()),
             .permissions = granted(given, role_name, membership, user_status)};
  if (membership.view() == "active") who.held = parse_role(role_name.view());
  who.lacks_second_factor = who.held && lacks.value == 1;
  if (who.lacks_second_factor) who.permissions = 0;
  if (!used_at.is_null()) who.seen_at = from_millis(used_at.value);
  if (used_day.value == day_of(wanted.now)) who.used_today = static_cast<permission_set>(used_set.value);
  if (!refused_at.is_null()) who.refused_at = from_millis(refused_at.value);
  who.networks = networks.value;
  return who;
}

std::vector<workspace_id> answer(reading& at, const list_permitted_workspaces& wanted) {
  std::vector<workspace_id> allowed;
  const auto add_if = [&](bool is_allowed, const sql_text& workspace) {
    if (is_allowed) allowed.push_back(workspace_id::from_store(workspace.view()));
  };
  if (wanted.who.is_session())
    at.db[list_memberships_sql].each(
        [&](const auto& columns) {
          const auto& [workspace, role_name, lacks] = columns.fields;
          const auto held = parse_role(role_name.view());
          add_if(held && lacks.value == 0 && holds(permissions_of(*held), wanted.needed), workspace);
        },
        wanted.who.user.view());
  else
    at.db[list_grants_of_token_sql].each(
        [&](const auto& columns) {
          const auto& [workspace, given, role_name, membership, user_status, lacks] = columns.fields;
          add_if(lacks.value == 0 && holds(granted(given, role_name, membership, user_status), wanted.needed),
                 workspace);
        },
        wanted.who.token.view());
  return allowed;
}

held_roles answer(reading& at, const roles_of& wanted) {
  held_roles found;
  at.db[list_memberships_sql].each(
      [&](const auto& columns) {
        const auto& [workspace, role_name, lacks] = columns.fields;
        if (const auto held = parse_role(role_name.view())) found[workspace_id::from_store(workspace.view())] = *held;
      },
      wanted.user.view());
  return found;
}

result<workspace> answer(reading& at, const find_workspace& wanted) {
  auto& found = at.db[find_workspace_sql];
  if (!found.first(wanted.id.view())) return errc::not_found;
  return found.out().read();
}

} // namespace paylink
