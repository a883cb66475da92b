#include "persistence/context/reading.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/sql/json_rows.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace paylink {
namespace {

using session_columns = sql_row<sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text,
                                sql_text, sql_number>;
using sign_in_columns =
    sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>;

/// The session that `found` names, and what its user is in the Workspace that `workspace` names.
std::string session_sql(const std::string& place, const std::string& found, const std::string& workspace) {
  return "SELECT " + place +
         ", s.id, s.user_id, s.seen_at, s.expires_at, s.confirmed_at, u.status, m.role, m.status, " +
         lacks_factor_sql() + " FROM " + found +
         " JOIN users u ON u.id = s.user_id LEFT JOIN memberships m ON m.workspace_id = " + workspace +
         " AND m.user_id = s.user_id" + std::string{join_workspace};
}

std::string sign_in_sql(std::string_view condition) {
  return "SELECT id, email, name, plan, language, status, password_hash, created_at, " + factors_of_sql("users.id") +
         " FROM users WHERE " + std::string{condition};
}

const sql_statement<session_columns(sql_text, sql_text)> authorize_session_sql{
    [](dialect) { return session_sql("0", "sessions s", ":workspace") + " WHERE s.digest = :digest"; }};

const sql_statement<session_columns(sql_text)> authorize_sessions_sql{[](dialect spoken) {
  const auto used =
      "(SELECT w.place, w.digest, w.workspace FROM " +
      rows_of_json(spoken, {{"place", "BIGINT"}, {"digest", json_name_type}, {"workspace", json_name_type}}) + ") AS x";
  return session_sql("x.place", used + " JOIN sessions s ON s.digest = x.digest", "x.workspace");
}};

const sql_statement<sign_in_columns(sql_text)> find_sign_in_sql{
    [](dialect) { return sign_in_sql("lower(email) = lower(:email)"); }};

const sql_statement<sign_in_columns(sql_text)> find_user_sql{[](dialect) { return sign_in_sql("id = :id"); }};

const sql_statement<sql_row<sql_text>(sql_text, sql_number)> find_sign_up_sql{
    "SELECT password_hash FROM sign_ups WHERE digest = :digest AND expires_at > :now"};

const sql_statement<sql_row<sql_number>()> has_users_sql{"SELECT row FROM users LIMIT 1"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number>(sql_text, sql_number)>
    list_sessions_sql{"SELECT id, address, agent, created_at, seen_at, expires_at FROM sessions WHERE user_id = :user "
                      "AND expires_at > :now ORDER BY row DESC"};

result<caller> caller_of(const session_columns& columns, const session_limits& limits, timestamp now) {
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

template <class Statement>
result<sign_in_record> first_sign_in(Statement& from, std::string_view of) {
  if (!from.first(of)) return errc::not_found;
  const auto& [id, email, name, plan, lang, status, hash, created_at, factors] = from.out().fields;
  return sign_in_record{{.id = user_id::from_store(id.view()),
                         .email = email.value,
                         .name = name.value,
                         .plan = plan.value,
                         .lang = parse_language(lang.view()).value_or(language::vi),
                         .is_active = status.view() == "active",
                         .has_second_factor = factors.value > 0,
                         .created_at = from_millis(created_at.value)},
                        hash.value};
}

} // namespace

result<caller> answer(reading& at, const authorize_session& wanted) {
  auto& shown = at.db[authorize_session_sql];
  if (!shown.first(wanted.workspace, wanted.digest)) return errc::authentication_error;
  return caller_of(shown.out(), wanted.limits, wanted.now);
}

result<std::vector<result<caller>>> answer(reading& at, const authorize_sessions& wanted) {
  std::vector<result<caller>> found(wanted.used.size(), errc::authentication_error);
  boost::json::array rows;
  for (const auto& [digest, workspace] : wanted.used)
    rows.push_back({{"place", rows.size()}, {"digest", digest}, {"workspace", workspace.view()}});
  at.db[authorize_sessions_sql].each(
      [&](const session_columns& one) {
        found.at(column_at<0>(one).value) = caller_of(one, wanted.limits, wanted.now);
      },
      boost::json::serialize(rows));
  return found;
}

result<sign_in_record> answer(reading& at, const find_sign_in& wanted) {
  return first_sign_in(at.db[find_sign_in_sql], wanted.email);
}

result<sign_in_record> answer(reading& at, const find_user& wanted) {
  return first_sign_in(at.db[find_user_sql], wanted.id.view());
}

result<std::string> answer(reading& at, const find_sign_up& wanted) {
  auto& found = at.db[find_sign_up_sql];
  if (!found.first(wanted.digest, to_millis(wanted.now))) return errc::not_found;
  return found.column<0>().value;
}

bool answer(reading& at, const has_users&) { return at.db[has_users_sql].first(); }

std::vector<user_session> answer(reading& at, const list_sessions& wanted) {
  std::vector<user_session> found;
  at.db[list_sessions_sql].each(
      [&](const auto& columns) {
        const auto& [id, address, agent, created_at, seen_at, expires_at] = columns.fields;
        if (!counts(from_millis(seen_at.value), from_millis(expires_at.value), wanted.limits, wanted.now)) return;
        found.push_back({session_id::from_store(id.view()), address.value, agent.value, from_millis(created_at.value),
                         from_millis(seen_at.value), from_millis(expires_at.value)});
      },
      wanted.of.view(), to_millis(wanted.now));
  return found;
}

} // namespace paylink
