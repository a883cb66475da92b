#include "persistence/plans/open_writers.hpp"

namespace paylink {

namespace {

std::string number_sql(dialect spoken) {
  return spoken == dialect::postgresql ? "SELECT CAST(pg_current_xact_id() AS TEXT)" : "SELECT '1'";
}

std::string are_gone_sql(dialect spoken) {
  return spoken == dialect::postgresql
             ? "SELECT CASE WHEN m.moment > pg_current_xact_id() THEN 2 WHEN m.moment <= "
               "pg_snapshot_xmin(pg_current_snapshot()) THEN 1 ELSE 0 END FROM (SELECT CAST(:moment AS xid8) AS "
               "moment) m"
             : "SELECT CASE WHEN :moment <> '' THEN 1 ELSE 0 END";
}

} // namespace

open_writers::open_writers(soci::session& session, dialect spoken)
    : number_{session, number_sql(spoken)}, are_gone_{session, are_gone_sql(spoken)} {}

std::string open_writers::moment() {
  number_.first();
  return number_.column<0>().value;
}

bool open_writers::are_gone(std::string& moment) {
  constexpr int gone = 1, of_another_server = 2;
  are_gone_.first(moment);
  const auto found = are_gone_.column<0>().value;
  if (found == of_another_server) moment = this->moment();
  return found == gone;
}

} // namespace paylink
