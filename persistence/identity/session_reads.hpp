#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Queries about accounts and sessions, on one reading connection.
class session_reads {
public:
  session_reads(soci::session& session, dialect spoken);

  result<caller> authorize_session(std::string_view digest, std::string_view workspace, const session_limits& limits,
                                   timestamp now);
  result<std::vector<result<caller>>> authorize_sessions(std::span<const session_use> used,
                                                         const session_limits& limits, timestamp now);
  std::vector<workspace_id> workspaces_of_user(user_id user, permission wanted);
  held_roles roles_of(user_id user);
  result<sign_in_record> find_sign_in(std::string_view email);
  result<sign_in_record> find_user(user_id id);
  result<std::string> find_sign_up(std::string_view digest, timestamp now);
  bool has_users();
  std::vector<user_session> list_sessions(user_id of, const session_limits& limits, timestamp now);

private:
  using account_columns =
      sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>;
  static sign_in_record read(const account_columns& columns);

  using use_columns = sql_row<sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text,
                              sql_text, sql_number>;
  static result<caller> read(const use_columns& columns, const session_limits& limits, timestamp now);

  statement<sql_row<sql_text, sql_text>, use_columns> session_;
  statement<sql_row<sql_text>, use_columns> many_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_number>> memberships_;
  statement<sql_row<sql_text>, account_columns> by_email_, by_id_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text>> sign_up_;
  statement<sql_row<>, sql_row<sql_number>> any_user_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number>>
      sessions_;
};

} // namespace paylink
