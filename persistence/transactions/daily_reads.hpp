#pragma once
#include "domain/banks/account_day.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <vector>

namespace paylink {

/// What was recorded in a day, on one reading connection.
class daily_reads {
public:
  daily_reads(soci::session& session, dialect spoken);

  /// A row for each account of the Workspaces that is connected or was, by their ids.
  std::vector<account_day> list(const std::vector<workspace_id>& in, timestamp from, timestamp to);

private:
  using day_row =
      sql_row<sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number,
              sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>;

  statement<sql_row<sql_number, sql_number, sql_text>, day_row> days_;
};

} // namespace paylink
