#pragma once
#include "persistence/banks/account_connections.hpp"
#include "persistence/plans/plan_chores.hpp"
#include "persistence/retention/retention_purges.hpp"

namespace paylink {

/// Who does the work of the chores in the store.
struct chore_hands {
  writing& at;
  retention_purges& purges;
  account_connections& connections;
};

/// Work that one node at a time does, on the writer's connection. There is no leader: a chore is a row, which any node
/// takes when it is due, for a minute at a time, and works on a portion at a time.
class chore_writes {
public:
  chore_writes(soci::session& session, dialect spoken, const store_context& context, chore_hands hands);

  result<claimed_chore> carry_out(const claim_chore& command, const moment& when);
  result<worked_on_chore> carry_out(const work_on_chore& command, const moment& when);

private:
  const store_context& context_;
  chore_hands hands_;
  statement<> make_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_number>, sql_row<sql_text>> claim_;
  statement<sql_row<sql_number>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text>> find_;
  statement<sql_row<sql_text, sql_number, sql_text, sql_number, sql_text>> set_;
};

} // namespace paylink
