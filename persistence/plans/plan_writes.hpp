#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Changes of plans, on the writer's connection. A change of an account's plan locks the account's row,
/// as making a Workspace of it does, so that what fits is decided by one at a time.
class plan_writes {
public:
  plan_writes(soci::session& session, dialect spoken, audit_writes& log);

  result<held_plan> carry_out(const change_plan& command, const moment& when);

  /// Carries out changes whose time has come, a portion of them; whether there may be more.
  bool carry_out_due(timestamp now);

private:
  bool lock(user_id of);
  void settle_due(user_id of, timestamp now);
  void hold(user_id of, std::string_view plan, timestamp from);
  bool fits(user_id of, const plan& wanted);

  audit_writes& log_;
  plan_history history_;
  statement<sql_row<sql_text>, sql_row<sql_number>> lock_;
  statement<sql_row<sql_text>, sql_row<sql_number>> count_owned_;
  statement<sql_row<sql_text, sql_text>> set_plan_;
  statement<sql_row<sql_text>, sql_row<sql_number>> last_change_, last_closed_;
  statement<sql_row<sql_text, sql_number, sql_text>> add_period_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_text>> plan_for_later_;
  statement<sql_row<sql_text>> forget_change_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text, sql_number, sql_text>> find_due_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_text>> list_due_;
};

} // namespace paylink
