#include "persistence/links/rare_links.hpp"

#include "persistence/links/link_row.hpp"

namespace paylink {
namespace {

// Reading and sorting so many takes as long as finding a page of them among a thousand times as many.
constexpr int rows_max = 2'000;

std::string limited(const std::string& sql) { return sql + " LIMIT " + std::to_string(rows_max + 1); }

// Each status has its own partial index, of links that have ended so; few do.
std::string with_status_sql(link_status status) {
  return limited("SELECT l.row FROM payment_links l WHERE l.workspace_id = :workspace AND l.status = " +
                 std::to_string(static_cast<int>(status)));
}

// In the order of the index of failed callbacks: PostgreSQL has one of all callbacks, too, and could take that.
constexpr const char* with_failed_callback_sql =
    "SELECT d.link_row FROM deliveries d WHERE d.workspace_id = :workspace AND d.state = 2 AND d.link_row IS NOT NULL "
    "ORDER BY d.row";

// Those of all Workspaces, each from the partial index of such deliveries.
std::string with_pending_callback_sql() {
  const auto part = [](const std::string& condition, const std::string& alias) {
    return "SELECT workspace_id, link_row FROM (" +
           limited("SELECT d.workspace_id, d.link_row FROM deliveries d WHERE " + condition) + ") AS " + alias;
  };
  return part("d.state = 0 AND d.owner IS NULL AND d.in_line = 0", "due") + " UNION ALL " +
         part("d.in_line = 1", "in_line") + " UNION ALL " + part("d.state = 0 AND d.owner IS NOT NULL", "leased");
}

} // namespace

rare_links::rare_links(soci::session& session)
    : by_reference_{session, "SELECT row FROM payment_links WHERE reference = :reference"},
      by_public_id_{session, "SELECT row, reference FROM payment_links WHERE public_id = :public_id"},
      failed_{session, with_status_sql(link_status::failed)},
      cancelled_{session, with_status_sql(link_status::cancelled)},
      by_failed_callback_{session, limited(with_failed_callback_sql)},
      by_pending_callback_{session, with_pending_callback_sql()} {}

std::optional<std::string> rare_links::rows(workspace_id in, const link_filter& filter) {
  const auto found = find(in, filter);
  if (!found || found->size() > rows_max) return std::nullopt;
  std::string json = "[";
  for (const auto row : *found) json.append(json.size() > 1 ? "," : "").append(std::to_string(row));
  return json + "]";
}

std::optional<std::vector<std::int64_t>> rare_links::find(workspace_id in, const link_filter& filter) {
  std::vector<std::int64_t> found;
  if (filter.public_id) {
    const bool is_known = by_public_id_.first(*filter.public_id);
    if (is_known && (!filter.ref || stored_reference(*filter.ref) == by_public_id_.column<1>().value))
      found.push_back(by_public_id_.column<0>().value);
    return found;
  }
  if (filter.ref) {
    if (by_reference_.first(stored_reference(*filter.ref))) found.push_back(by_reference_.column<0>().value);
    return found;
  }
  if (filter.untold) return find_by_callback(in, callback_status::failed);
  if (filter.status)
    if (auto with_status = find_by_status(in, *filter.status)) return with_status;
  return filter.callback ? find_by_callback(in, *filter.callback) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> rare_links::find_by_status(workspace_id in, link_status status) {
  if (status != link_status::failed && status != link_status::cancelled) return std::nullopt;
  std::vector<std::int64_t> found;
  (status == link_status::failed ? failed_ : cancelled_)
      .each([&](const auto& columns) { found.push_back(column_at<0>(columns).value); }, in.view());
  return found;
}

std::optional<std::vector<std::int64_t>> rare_links::find_by_callback(workspace_id in, callback_status status) {
  std::vector<std::int64_t> found;
  if (status == callback_status::failed) {
    by_failed_callback_.each([&](const auto& columns) { found.push_back(column_at<0>(columns).value); }, in.view());
    return found;
  }
  if (status != callback_status::pending && status != callback_status::sending) return std::nullopt;
  int seen = 0;
  by_pending_callback_.each([&](const auto& columns) {
    const auto& [workspace, link] = columns.fields;
    ++seen;
    if (workspace.view() == in.view() && !link.is_null()) found.push_back(link.value);
  });
  if (seen > rows_max) return std::nullopt;
  return found;
}

} // namespace paylink
