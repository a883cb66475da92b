#include "persistence/identity/session_reads.hpp"

#include "persistence/identity/factor_uses.hpp"
#include "persistence/sql/json_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace paylink {

namespace {

/// The session that `found` names, and what its user is in the Workspace that `workspace` names.
std::string session_sql(const std::string& place, const std::string& found, const std::string& workspace) {
  return "SELECT " + place +
         ", s.id, s.user_id, s.seen_at, s.expires_at, s.confirmed_at, u.status, m.role, m.status, " +
         lacks_factor_sql() + " FROM " + found +
         " JOIN users u ON u.id = s.user_id LEFT JOIN memberships m ON m.workspace_id = " + workspace +
         " AND m.user_id = s.user_id" + std::string{join_workspace};
}

std::string one_session_sql() { return session_sql("0", "sessions s", ":workspace") + " WHERE s.digest = :digest"; }

std::string many_sessions_sql(dialect spoken) {
  const auto used =
      "(SELECT w.place, w.digest, w.workspace FROM " +
      rows_of_json(spoken, {{"place", "BIGINT"}, {"digest", json_name_type}, {"workspace", json_name_type}}) + ") AS x";
  return session_sql("x.place", used + " JOIN sessions s ON s.digest = x.digest", "x.workspace");
}

std::string memberships_sql() {
  return "SELECT m.workspace_id, m.role, " + lacks_factor_sql() + " FROM memberships m" + std::string{join_workspace} +
         " WHERE m.user_id = :user AND m.status = 'active' ORDER BY m.workspace_id";
}

std::string account_sql(std::string_view condition) {
  return "SELECT id, email, name, plan, language, status, password_hash, created_at, " + factors_of_sql("users.id") +
         " FROM users WHERE " + std::string{condition};
}

} // namespace

session_reads::session_reads(soci::session& session, dialect spoken)
    : session_{session, one_session_sql()}, many_{session, many_sessions_sql(spoken)},
      memberships_{session, memberships_sql()}, by_email_{session, account_sql("lower(email) = lower(:email)")},
      by_id_{session, account_sql("id = :id")},
      sign_up_{session, "SELECT password_hash FROM sign_ups WHERE digest = :digest AND expires_at > :now"},
      any_user_{session, "SELECT row FROM users LIMIT 1"},
      sessions_{session, "SELECT id, address, agent, created_at, seen_at, expires_at FROM sessions WHERE user_id = "
                         ":user AND expires_at > :now ORDER BY row DESC"} {}

result<caller> session_reads::authorize_session(std::string_view digest, std::string_view workspace,
                                                const session_limits& limits, timestamp now) {
  if (!session_.first(workspace, digest)) return errc::authentication_error;
  return read(session_.out(), limits, now);
}

result<std::vector<result<caller>>> session_reads::authorize_sessions(std::span<const session_use> used,
                                                                      const session_limits& limits, timestamp now) {
  std::vector<result<caller>> found(used.size(), errc::authentication_error);
  boost::json::array rows;
  for (const auto& [digest, workspace] : used)
    rows.push_back({{"place", rows.size()}, {"digest", digest}, {"workspace", workspace.view()}});
  many_.each([&](const use_columns& one) { found.at(std::get<0>(one.fields).value) = read(one, limits, now); },
             boost::json::serialize(rows));
  return found;
}

result<caller> session_reads::read(const use_columns& columns, const session_limits& limits, timestamp now) {
  const auto& [place, id, user, seen_at, expires_at, confirmed_at, user_status, role_name, membership, lacks] =
      columns.fields;
  if (user_status.view() != "active" || !counts(from_millis(seen_at.value), from_millis(expires_at.value), limits, now))
    return errc::authentication_error;
  caller who;
  who.user = user_id::from_store(user.view());
  who.session = session_id::from_store(id.view());
  who.seen_at = from_millis(seen_at.value);
  who.confirmed_at = from_millis(confirmed_at.value);
  if (membership.view() == "active") who.held = parse_role(role_name.view());
  who.lacks_second_factor = who.held && lacks.value == 1;
  if (who.held && !who.lacks_second_factor) who.permissions = permissions_of(*who.held);
  return who;
}

std::vector<workspace_id> session_reads::workspaces_of_user(user_id user, permission wanted) {
  std::vector<workspace_id> allowed;
  memberships_.each(
      [&](const auto& columns) {
        const auto& [workspace, role_name, lacks] = columns.fields;
        const auto held = parse_role(role_name.view());
        if (held && lacks.value == 0 && holds(permissions_of(*held), wanted))
          allowed.push_back(workspace_id::from_store(workspace.view()));
      },
      user.view());
  return allowed;
}

held_roles session_reads::roles_of(user_id user) {
  held_roles found;
  memberships_.each(
      [&](const auto& columns) {
        const auto& [workspace, role_name, lacks] = columns.fields;
        if (const auto held = parse_role(role_name.view())) found[workspace_id::from_store(workspace.view())] = *held;
      },
      user.view());
  return found;
}

sign_in_record session_reads::read(const account_columns& columns) {
  const auto& [id, email, name, plan, lang, status, hash, created_at, factors] = columns.fields;
  return {{.id = user_id::from_store(id.view()),
           .email = email.value,
           .name = name.value,
           .plan = plan.value,
           .lang = parse_language(lang.view()).value_or(language::vi),
           .is_active = status.view() == "active",
           .has_second_factor = factors.value > 0,
           .created_at = from_millis(created_at.value)},
          hash.value};
}

result<sign_in_record> session_reads::find_sign_in(std::string_view email) {
  if (!by_email_.first(email)) return errc::not_found;
  return read(by_email_.out());
}

result<sign_in_record> session_reads::find_user(user_id id) {
  if (!by_id_.first(id.view())) return errc::not_found;
  return read(by_id_.out());
}

result<std::string> session_reads::find_sign_up(std::string_view digest, timestamp now) {
  if (!sign_up_.first(digest, to_millis(now))) return errc::not_found;
  return sign_up_.column<0>().value;
}

bool session_reads::has_users() { return any_user_.first(); }

std::vector<user_session> session_reads::list_sessions(user_id of, const session_limits& limits, timestamp now) {
  std::vector<user_session> found;
  sessions_.each(
      [&](const auto& columns) {
        const auto& [id, address, agent, created_at, seen_at, expires_at] = columns.fields;
        if (!counts(from_millis(seen_at.value), from_millis(expires_at.value), limits, now)) return;
        found.push_back({session_id::from_store(id.view()), address.value, agent.value, from_millis(created_at.value),
                         from_millis(seen_at.value), from_millis(expires_at.value)});
      },
      of.view(), to_millis(now));
  return found;
}

} // namespace paylink
