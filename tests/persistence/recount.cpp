#include "tests/persistence/recount.hpp"

namespace paylink::test {
namespace {

/// The beginnings of the buckets of waiting times in milliseconds, as rows of VALUES: those below 10 each by itself,
/// then 13 for each power of ten, up to a day and a bit.
std::string bucket_rows() {
  std::string rows;
  for (int millis = 0; millis < 10; ++millis) rows += "(" + std::to_string(millis) + "), ";
  for (int scale = 1; scale <= 1'000'000; scale *= 10)
    for (const int begin : {10, 12, 14, 17, 20, 24, 28, 33, 40, 48, 57, 68, 82})
      rows += "(" + std::to_string(begin * scale) + "), ";
  return rows + "(100000000)";
}

/// Rows of Workspaces that are not deleted, which keep their counts.
std::string in_kept_workspace(const std::string& table) {
  return " JOIN workspaces w ON w.id = " + table + ".workspace_id AND w.deleted_at IS NULL";
}

constexpr const char* insert = "INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count) ";

std::string count_transactions() {
  return "INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count, millions, dong) SELECT "
         "t.workspace_id, t.received_at / 3600000, t.type, CASE t.type WHEN 0 THEN COALESCE(t.classification + 1, 0) "
         "ELSE 0 END, 0, COUNT(*), SUM(t.amount / 1000000), SUM(t.amount % 1000000) FROM transactions t" +
         in_kept_workspace("t") + " GROUP BY 1, 2, 3, 4; ";
}

std::string count_links() {
  return std::string{insert} + "SELECT l.workspace_id, l.created_at / 3600000, 2, 0, 0, COUNT(*) FROM payment_links l" +
         in_kept_workspace("l") + " GROUP BY 1, 2; " + insert +
         "SELECT l.workspace_id, l.closed_at / 3600000, 2, l.status, 0, COUNT(*) FROM payment_links l" +
         in_kept_workspace("l") + " WHERE l.status <> 0 GROUP BY 1, 2, 4; ";
}

std::string count_attempts() {
  return std::string{insert} +
         "SELECT d.workspace_id, k.started_at / 3600000, 3 + d.kind, k.failed_by, 0, COUNT(*) FROM deliveries d JOIN "
         "attempts k ON k.delivery_row = d.row" +
         in_kept_workspace("d") + " GROUP BY 1, 2, 3, 4; ";
}

/// By the first acknowledgement of each callback.
std::string count_acknowledged_credits() {
  const std::string waited = "k.started_at + k.duration_ms - d.created_at";
  return std::string{insert} +
         "SELECT workspace_id, hour, 6, bucket, 0, COUNT(*) FROM (SELECT d.workspace_id, d.created_at / 3600000 AS "
         "hour, (SELECT MAX(b.column1) FROM (VALUES " +
         bucket_rows() + ") AS b WHERE b.column1 <= CASE WHEN " + waited + " < 0 THEN 0 ELSE " + waited +
         " END) AS bucket FROM deliveries d JOIN attempts k ON k.delivery_row = d.row" + in_kept_workspace("d") +
         " WHERE d.link_row IS NOT NULL AND k.number = (SELECT MIN(f.number) FROM attempts f WHERE f.delivery_row = "
         "d.row AND f.failed_by = 0)) AS waits GROUP BY 1, 2, 4; ";
}

} // namespace

void recount(const store_world& world) {
  run_sql(world.url,
          "DELETE FROM hourly_counts; DELETE FROM daily_counts; " + count_transactions() + count_links() +
              count_attempts() + count_acknowledged_credits() +
              "INSERT INTO daily_counts (workspace_id, day, what, detail, lane, count, millions, dong) SELECT "
              "workspace_id, (hour + 7) / 24, what, detail, 0, SUM(count), SUM(millions), SUM(dong) FROM hourly_counts "
              "GROUP BY 1, 2, 3, 4");
}

} // namespace paylink::test
