#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/members/member_rows.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that change who belongs to a Workspace, on the writer's connection. A person who comes back has the same
/// membership as before.
class member_writes {
public:
  member_writes(soci::session& session, dialect spoken, audit_writes& log);

  result<member> carry_out(const change_role& command, const moment& when);
  result<no_reply> carry_out(const remove_member& command, const moment& when);

  /// A person joins with a role. `conflict`: the person is a member.
  result<member> join(const member& joining, const act& by, timestamp now);
  /// Everybody loses access, the Owner too.
  void end_all(workspace_id in);

private:
  /// The membership with its lock; none if the person has none.
  std::optional<member> find(workspace_id in, user_id user);

  audit_writes& log_;
  statement<sql_row<sql_text, sql_text>, member_row> find_;
  statement<sql_row<sql_text, sql_text>> set_role_;
  statement<sql_row<sql_text>> end_;
  statement<sql_row<sql_text>> end_all_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_number>> insert_;
  statement<sql_row<sql_text, sql_number, sql_text>> come_back_;
};

} // namespace paylink
