#pragma once
#include "domain/statistics/open_counts.hpp"
#include "domain/statistics/period_counts.hpp"
#include "persistence/sql/statement.hpp"

#include <vector>

namespace paylink {

/// What is counted in a Workspace, and what is open in it, on one reading connection.
class statistics_reads {
public:
  explicit statistics_reads(soci::session& session);

  /// The periods in which something happened, in order; `from` and `to` are beginnings of periods.
  std::vector<period_counts> list(workspace_id in, timestamp from, timestamp to, period_length length);
  open_counts count_open(workspace_id in, timestamp now);

private:
  statement<sql_row<sql_text, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>>
      hours_, days_;
  statement<sql_row<sql_text>, sql_row<sql_number>> attention_, untold_;
  statement<sql_row<sql_number, sql_text>, sql_row<sql_number>> given_up_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_number>> accounts_;
};

} // namespace paylink
