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
  struct counted_row {
    sql_number count, large_parts, small_parts;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(count), visitor(large_parts), visitor(small_parts);
    }
    /// A sum that no amount can hold is the largest one.
    counted_money read() const;
  };
  struct day_row {
    sql_text id, workspace, bank, account_number;
    counted_row credits, debits, links, orders;
    sql_number open, delivered, pending, failed;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(id), visitor(workspace), visitor(bank), visitor(account_number);
      credits.visit(visitor), debits.visit(visitor), links.visit(visitor), orders.visit(visitor);
      visitor(open), visitor(delivered), visitor(pending), visitor(failed);
    }
  };

  statement<sql_row<sql_number, sql_number, sql_text>, day_row> days_;
};

} // namespace paylink
