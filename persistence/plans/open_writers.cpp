#include "persistence/plans/open_writers.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text>()> number_of_transaction_sql{[](dialect spoken) {
  return std::string{choose(spoken, "SELECT '1'", "SELECT CAST(pg_current_xact_id() AS TEXT)")};
}};

const sql_statement<sql_row<sql_number>(sql_text)> are_writers_gone_sql{[](dialect spoken) {
  return std::string{choose(spoken, "SELECT CASE WHEN :moment <> '' THEN 1 ELSE 0 END",
                            "SELECT CASE WHEN m.moment > pg_current_xact_id() THEN 2 WHEN m.moment <= "
                            "pg_snapshot_xmin(pg_current_snapshot()) THEN 1 ELSE 0 END FROM (SELECT CAST(:moment AS "
                            "xid8) AS moment) m")};
}};

} // namespace

std::string number_of_transaction(connection& db) {
  auto& number = db[number_of_transaction_sql];
  number.first();
  return number.column<0>().value;
}

bool are_writers_gone(connection& db, std::string& moment) {
  constexpr int gone = 1, of_another_server = 2;
  auto& found = db[are_writers_gone_sql];
  found.first(moment);
  const auto state = found.column<0>().value;
  if (state == of_another_server) moment = number_of_transaction(db);
  return state == gone;
}

} // namespace paylink
