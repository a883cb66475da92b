#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/identity_writes.hpp"
#include "persistence/identity/workspace_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/used_keys.hpp"

namespace paylink {

/// The verbs that make and change Workspaces, on the writer's connection.
class workspace_writes {
public:
  workspace_writes(soci::session& session, dialect spoken, identity_writes& identity, audit_writes& log);

  result<made_workspace> carry_out(const make_workspace& command, const moment& when);
  result<workspace> carry_out(const change_workspace& command, const moment& when);

private:
  std::optional<workspace> find(workspace_id id);

  identity_writes& identity_;
  audit_writes& log_;
  used_keys keys_;
  statement<sql_row<sql_text>, sql_row<sql_text>> plan_of_, next_plan_of_;
  statement<sql_row<sql_text>, sql_row<sql_number>> count_owned_;
  statement<sql_row<sql_text>, workspace_row> find_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_text>> change_;
};

} // namespace paylink
