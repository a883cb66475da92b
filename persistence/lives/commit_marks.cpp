#include "persistence/lives/commit_marks.hpp"

#include <soci/postgresql/soci-postgresql.h>

namespace paylink {
namespace {

std::string now_of(dialect spoken) {
  return spoken == dialect::postgresql ? "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"
                                       : "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
}

std::string waits_of(dialect spoken) {
  return spoken == dialect::postgresql ? "CASE WHEN current_setting('synchronous_standby_names') = '' THEN 0 ELSE 1 END"
                                       : "0";
}

} // namespace

// Rows of closed connections are kept for a day: longer than any connection asks about a commit. Rows of earlier
// versions, named after nodes, have no time, and stay.
commit_marks::commit_marks(soci::session& session, dialect spoken, const std::string& writer)
    : last_{.writer = writer}, make_{session, "INSERT INTO store_writers (name, batch, used_at) VALUES (:name, 0, " +
                                                  now_of(spoken) + ") ON CONFLICT DO NOTHING"},
      raise_{session,
             "UPDATE store_writers SET batch = batch + 1, entries = entries + :entries, used_at = " + now_of(spoken) +
                 " WHERE name = :name RETURNING batch, entries, used_at, " + waits_of(spoken)},
      read_locked_{session, "SELECT batch FROM store_writers WHERE name = :name" + std::string{lock_row(spoken)}},
      read_{session, "SELECT batch, entries FROM store_writers WHERE name = :name"},
      forget_{session, "DELETE FROM store_writers WHERE used_at > 0 AND used_at < " + now_of(spoken) + " - 86400000"} {
  make_.run(writer);
}

std::string writer_name(const std::string& node, const std::string& unique) { return node + "/" + unique; }

timestamp commit_marks::raise(std::int64_t entries) {
  if (!raise_.first(entries, last_.writer))
    throw soci::postgresql_soci_error("the row in which this connection counts is gone", "08003");
  last_.batch = raise_.column<0>().value;
  last_.entries = raise_.column<1>().value;
  const auto now = from_millis(raise_.column<2>().value);
  if (!std::exchange(has_forgotten_, true)) forget_.run();
  return now;
}

bool commit_marks::has_committed(const commit_mark& mark) {
  return read_locked_.first(mark.writer) && read_locked_.column<0>().value >= mark.batch;
}

commit_mark commit_marks::find(const std::string& writer) {
  if (!read_.first(writer)) return {.writer = writer};
  return {.writer = writer, .batch = read_.column<0>().value, .entries = read_.column<1>().value};
}

} // namespace paylink
