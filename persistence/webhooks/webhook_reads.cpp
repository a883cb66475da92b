#include "persistence/webhooks/webhook_reads.hpp"

#include <limits>

namespace paylink {

namespace {

constexpr std::string_view of_workspace = "w.workspace_id = :workspace AND w.deleted_at IS NULL AND ";

std::string webhooks_sql(std::string_view rest) { return webhook_row::select(std::string{of_workspace}.append(rest)); }

} // namespace

webhook_reads::webhook_reads(soci::session& session, dialect spoken, bool locks)
    : rising_{session, webhooks_sql("w.row > :after ORDER BY w.row ASC LIMIT :limit")},
      falling_{session, webhooks_sql("w.row < :after ORDER BY w.row DESC LIMIT :limit")},
      find_{session,
            webhooks_sql("w.id = :id") + (locks && spoken == dialect::postgresql ? " FOR NO KEY UPDATE OF w" : "")} {}

page<webhook> webhook_reads::list(workspace_id in, const webhook_list_filter& filter, timestamp now) {
  page<webhook> found;
  const auto start = filter.after != 0 || filter.ascending ? filter.after : std::numeric_limits<std::int64_t>::max();
  auto& wanted = filter.ascending ? rising_ : falling_;
  wanted.each(
      [&](const webhook_row& columns) {
        found.has_more = std::ssize(found.rows) == filter.limit;
        if (!found.has_more) found.rows.push_back(columns.read());
      },
      to_millis(now), in.view(), start, std::int64_t{filter.limit} + 1);
  return found;
}

result<webhook> webhook_reads::find(workspace_id in, webhook_id id, timestamp now) {
  if (!find_.first(to_millis(now), in.view(), id.view())) return errc::not_found;
  return find_.out().read();
}

} // namespace paylink
