#include "persistence/links/rare_links.hpp"

#include "persistence/links/link_row.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

// Reading and sorting so many takes as long as finding a page of them among a thousand times as many.
constexpr int rows_max = 2'000;

std::string limited(const std::string& sql) { return sql + " LIMIT " + std::to_string(rows_max + 1); }

// Each status has its own partial index, of links that have ended so; few do.
std::string links_with_status_sql(link_status status) {
  return limited("SELECT l.row FROM payment_links l WHERE l.workspace_id = :workspace AND l.status = " +
                 std::to_string(static_cast<int>(status)));
}

// In the order of the index of failed callbacks: PostgreSQL has one of all callbacks, too, and could take that.
const sql_statement<sql_row<sql_number>(sql_text)> links_with_failed_callback_sql{[](dialect) {
  return limited("SELECT d.link_row FROM deliveries d WHERE d.workspace_id = :workspace AND d.state = 2 AND d.link_row "
                 "IS NOT NULL ORDER BY d.row");
}};

// Those of all Workspaces, each from the partial index of such deliveries.
const sql_statement<sql_row<sql_text, sql_number>()> links_with_pending_callback_sql{[](dialect) {
  const auto part = [](const std::string& condition, const std::string& alias) {
    return "SELECT workspace_id, link_row FROM (" +
           limited("SELECT d.workspace_id, d.link_row FROM deliveries d WHERE " + condition) + ") AS " + alias;
  };
  return part("d.state = 0 AND d.owner IS NULL AND d.in_queue = 0", "due") + " UNION ALL " +
         part("d.in_queue = 1", "in_queue") + " UNION ALL " + part("d.state = 0 AND d.owner IS NOT NULL", "leased");
}};

const sql_statement<sql_row<sql_number>(sql_text)> failed_links_sql{
    [](dialect) { return links_with_status_sql(link_status::failed); }};
const sql_statement<sql_row<sql_number>(sql_text)> cancelled_links_sql{
    [](dialect) { return links_with_status_sql(link_status::cancelled); }};

const sql_statement<sql_row<sql_number>(sql_number)> link_of_reference_sql{
    "SELECT row FROM payment_links WHERE reference = :reference"};

const sql_statement<sql_row<sql_number, sql_number>(sql_text)> link_of_public_id_sql{
    "SELECT row, reference FROM payment_links WHERE public_id = :public_id"};

using link_rows = std::vector<std::int64_t>;

link_rows link_rows_of(connection& db, const sql_statement<sql_row<sql_number>(sql_text)>& wanted, workspace_id in) {
  link_rows found;
  db[wanted].each([&](const auto& columns) { found.push_back(column_at<0>(columns).value); }, in.view());
  return found;
}

std::optional<link_rows> rare_links_by_status(connection& db, workspace_id in, link_status status) {
  if (status != link_status::failed && status != link_status::cancelled) return std::nullopt;
  return link_rows_of(db, status == link_status::failed ? failed_links_sql : cancelled_links_sql, in);
}

std::optional<link_rows> rare_links_by_callback(connection& db, workspace_id in, callback_status status) {
  if (status == callback_status::failed) return link_rows_of(db, links_with_failed_callback_sql, in);
  if (status != callback_status::pending && status != callback_status::sending) return std::nullopt;
  link_rows found;
  int seen = 0;
  db[links_with_pending_callback_sql].each([&](const auto& columns) {
    const auto& [workspace, link] = columns.fields;
    ++seen;
    if (workspace.view() == in.view() && !link.is_null()) found.push_back(link.value);
  });
  if (seen > rows_max) return std::nullopt;
  return found;
}

std::optional<link_rows> find_rare_links(connection& db, workspace_id in, const link_filter& filter) {
  link_rows found;
  if (filter.public_id) {
    auto& link = db[link_of_public_id_sql];
    const bool is_known = link.first(*filter.public_id);
    if (is_known && (!filter.ref || stored_reference(*filter.ref) == link.column<1>().value))
      found.push_back(link.column<0>().value);
    return found;
  }
  if (filter.ref) {
    auto& link = db[link_of_reference_sql];
    if (link.first(stored_reference(*filter.ref))) found.push_back(link.column<0>().value);
    return found;
  }
  if (filter.unnotified) return rare_links_by_callback(db, in, callback_status::failed);
  if (filter.status)
    if (auto with_status = rare_links_by_status(db, in, *filter.status)) return with_status;
  return filter.callback ? rare_links_by_callback(db, in, *filter.callback) : std::nullopt;
}

} // namespace

std::optional<std::string> rows_of_rare_links(connection& db, workspace_id in, const link_filter& filter) {
  const auto found = find_rare_links(db, in, filter);
  if (!found || found->size() > rows_max) return std::nullopt;
  return to_json(*found);
}

} // namespace paylink
