#pragma once
#include "persistence/plans/open_writers.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/records/chore_records.hpp"

namespace paylink {

/// Which month is to be closed; the account after which to go on; the moment to wait for, once the month is over.
struct closing_place {
  std::string month;
  std::int64_t after = 0;
  std::string moment; ///< `opened`: the next month is open, and the moment has to be of a later transaction.
};

/// Closes the statements of months that are over, on the writer's connection: month after month, account after account.
class statement_writes {
public:
  statement_writes(soci::session& session, dialect spoken);

  /// The chore. An entry belongs to the month of its transaction's time, or to the first open one if that is later;
  /// so a month is closed only once the next one is open, and every transaction that may not know of it has ended,
  /// wherever it runs.
  chore_portion work(const std::string& progress, timestamp now);

private:
  chore_portion close_accounts(closing_place at, calendar_month month, timestamp now);
  void close(user_id of, calendar_month month, timestamp now);

  plan_history history_;
  open_writers writers_;
  statement<sql_row<sql_text, sql_text>> open_;
  statement<sql_row<>, sql_row<sql_number>> first_account_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number, sql_text, sql_number>> next_accounts_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number,
                    sql_number, sql_number, sql_number, sql_number, sql_number>>
      insert_;
};

} // namespace paylink
