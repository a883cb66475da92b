#include "persistence/incarnations/commit_marks.hpp"

#include <soci/postgresql/soci-postgresql.h>

namespace paylink {
namespace {

// SQLite's texts serve simulated servers.
std::string now_of(dialect spoken) {
  return choose(spoken, "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
                "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)");
}

std::string waits_of(dialect spoken) {
  return choose(spoken, "0", "CASE WHEN current_setting('synchronous_standby_names') = '' THEN 0 ELSE 1 END");
}

const sql_statement<void(sql_text)> make_mark_sql{[](dialect spoken) {
  return "INSERT INTO store_writers (name, batch, used_at) VALUES (:name, 0, " + now_of(spoken) +
         ") ON CONFLICT DO NOTHING";
}};

const sql_statement<sql_row<sql_number, sql_number, sql_number, sql_number>(sql_number, sql_text)> raise_mark_sql{
    [](dialect spoken) {
      return "UPDATE store_writers SET batch = batch + 1, entries = entries + :entries, used_at = " + now_of(spoken) +
             " WHERE name = :name RETURNING batch, entries, used_at, " + waits_of(spoken);
    }};

const sql_statement<sql_row<sql_number>(sql_text)> lock_mark_sql{[](dialect spoken) {
  return "SELECT batch FROM store_writers WHERE name = :name" + std::string{lock_row(spoken)};
}};

const sql_statement<sql_row<sql_number, sql_number>(sql_text)> find_mark_sql{
    "SELECT batch, entries FROM store_writers WHERE name = :name"};

// Rows of closed connections are kept for a day: longer than any connection asks about a commit. Rows of earlier
// versions, named after nodes, have no time, and stay.
const sql_statement<void()> forget_marks_sql{[](dialect spoken) {
  return "DELETE FROM store_writers WHERE used_at > 0 AND used_at < " + now_of(spoken) + " - 86400000";
}};

} // namespace

commit_marks::commit_marks(soci::session& session, dialect spoken, const std::string& writer)
    : db_{session, spoken}, last_{.writer = writer} {
  db_[make_mark_sql].run(writer);
}

std::string writer_name(const std::string& node, const std::string& unique) { return node + "/" + unique; }

timestamp commit_marks::raise(std::int64_t entries) {
  auto& raised = db_[raise_mark_sql];
  if (!raised.first(entries, last_.writer))
    throw soci::postgresql_soci_error("the row in which this connection counts is gone", "08003");
  last_.batch = raised.column<0>().value;
  last_.entries = raised.column<1>().value;
  const auto now = from_millis(raised.column<2>().value);
  waits_for_standby_ = raised.column<3>().value != 0;
  if (!std::exchange(has_forgotten_, true)) db_[forget_marks_sql].run();
  return now;
}

bool commit_marks::has_committed(const commit_mark& mark) {
  auto& found = db_[lock_mark_sql];
  return found.first(mark.writer) && found.column<0>().value >= mark.batch;
}

commit_mark commit_marks::find(const std::string& writer) {
  auto& found = db_[find_mark_sql];
  if (!found.first(writer)) return {.writer = writer};
  return {.writer = writer, .batch = found.column<0>().value, .entries = found.column<1>().value};
}

} // namespace paylink
