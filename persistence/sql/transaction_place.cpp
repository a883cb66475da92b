#include "persistence/sql/transaction_place.hpp"

#include "domain/values/local_time.hpp"

namespace paylink {

// Between the same time twice: beside the condition of the index, SQLite would read an account from its first row on
// to find an equal one.
std::string transaction_place::rows_sql() {
  constexpr std::string_view has_time = " AND substr(x.id, 5, 10) = ";
  const std::string of_accounts = "SELECT x.row FROM bank_accounts b JOIN transactions x ON x.account_row";
  // The sum is what the index has, and SQLite compares it with no column.
  const std::string by_sum = of_accounts + " + 0 = b.row + 0 WHERE b.workspace_id = ";
  std::string sql = of_accounts + " = b.row WHERE b.workspace_id = :of_made AND ";
  sql.append("x.made_at BETWEEN :made_from AND :made_to AND x.made_at >= 0").append(has_time).append(":time_made");
  sql.append(" UNION ALL ").append(by_sum).append(":of_print AND ");
  sql.append("x.transfer_print >= :print_from AND x.transfer_print <= :print_to").append(has_time);
  sql.append(":time_print UNION ALL ").append(by_sum).append(":of_stated AND ");
  sql.append("x.statement_id >= :day AND x.statement_id < :behind_day").append(has_time);
  sql.append(":time_stated UNION ALL ").append(by_sum).append(":of_claimed AND ");
  sql.append("x.claimed_id >= :claimed_day AND x.claimed_id < :behind_claimed_day").append(has_time);
  return sql.append(":time_claimed");
}

std::int64_t transaction_place::first_print_of(timestamp time) {
  return std::chrono::floor<std::chrono::minutes>(time).time_since_epoch().count() * prints_of_a_minute;
}

transaction_place::transaction_place(workspace_id in, timestamp at, std::string_view time)
    : workspace_{in.text()}, time_{time}, day_{vietnam_date(at)}, behind_day_{day_ + '.'}, made_at_{to_millis(at)},
      first_print_{first_print_of(at)}, last_print_{first_print_of(at) + prints_of_a_minute - 1} {}

} // namespace paylink
