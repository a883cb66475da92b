#pragma once
#include "persistence/plans/plan_history.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// An account's plan and its statements, on a reader's connection.
class plan_reads {
public:
  explicit plan_reads(soci::session& session);

  result<held_plan> find_plan(user_id of, timestamp now);
  result<statement_of_month> find_statement(user_id of, calendar_month month, timestamp now);
  page<statement_of_month> list_statements(user_id of, const statement_filter& filter, timestamp now);

private:
  statement_of_month make(user_id of, const plan_history::account& known, calendar_month month, timestamp now);

  plan_history history_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_text, sql_text, sql_number, sql_number, sql_number,
                                                           sql_number, sql_number, sql_number, sql_number, sql_number>>
      closed_;
};

} // namespace paylink
