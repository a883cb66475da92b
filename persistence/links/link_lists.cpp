#include "domain/values/sortable_time.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/links/rare_links.hpp"
#include "persistence/sql/list_plan.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto least_number = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest_number = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_link_ids = "~";

enum class id_order { rising, falling };

// An unset filter is a range that includes everything, so that one statement serves every combination. Of given rows,
// no index of the Workspace's links is used: SQLite would walk it for the order.
std::string links_sql(id_order wanted, std::string_view of_rows, const std::string& columns = sql_columns<link_row>()) {
  const bool is_falling = wanted == id_order::falling;
  return "SELECT " + columns + std::string{link_row::tables} + "WHERE " +
         (of_rows.empty() ? "l.workspace_id" : "l.row" + std::string{of_rows} + " AND (l.workspace_id || '')") +
         " = :workspace AND l.id " + (is_falling ? "<" : ">") + " :after AND l.id " + (is_falling ? ">=" : "<=") +
         " :until AND CASE WHEN l.status = 0 AND l.expires_at <= :now THEN 3 ELSE l.status END BETWEEN :status_min AND "
         ":status_max AND " +
         std::string{link_row::callback_column} +
         " BETWEEN :callback_min AND :callback_max AND (:unnotified = 0 OR "
         "(COALESCE(t.settled, 0) = 0 AND NOT EXISTS (SELECT 1 FROM attempts k WHERE k.delivery_row = d.row AND "
         "k.failed_by = 0) AND COALESCE(d.purged, 0) < 3)) AND a.id BETWEEN :account_min AND :account_max AND "
         "l.created_at >= :from AND l.created_at < :to ORDER BY l.id " +
         (is_falling ? "DESC" : "ASC") + " LIMIT :limit";
}

// Callbacks still being sent will end by themselves, unpaid links have none, and what has no body cannot be sent.
constexpr const char* resendable_columns = "l.id, l.row, CASE WHEN d.purged = 0 THEN d.state ELSE 0 END";

std::string count_links_sql(std::string_view of_rows) {
  return "SELECT COUNT(*), COUNT(CASE WHEN state > 0 AND purged = 0 THEN 1 END) FROM (" +
         links_sql(id_order::rising, of_rows, "l.id, d.state, d.purged") + ") AS matched";
}

/// A query for the matches of a filter, in two statements: of all links in the order of their ids, or of those of rows
/// that are given first.
template <class Columns>
struct filtered_links {
  template <class... First>
  using signature = Columns(First..., sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                            sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_number);

  template <class Walked, class OfRows>
  filtered_links(Walked make_walked, OfRows make_of_rows) : walked{make_walked}, of_rows{make_of_rows} {}

  sql_statement<signature<>> walked;
  sql_statement<signature<sql_text>> of_rows;
};

const filtered_links<link_row> rising_links_sql{
    [](dialect) { return links_sql(id_order::rising, {}); },
    [](dialect spoken) { return links_sql(id_order::rising, is_among_numbers(spoken)); }};
const filtered_links<link_row> falling_links_sql{
    [](dialect) { return links_sql(id_order::falling, {}); },
    [](dialect spoken) { return links_sql(id_order::falling, is_among_numbers(spoken)); }};
const filtered_links<sql_row<sql_text, sql_number, sql_number>> resendable_links_sql{
    [](dialect) { return links_sql(id_order::rising, {}, resendable_columns); },
    [](dialect spoken) { return links_sql(id_order::rising, is_among_numbers(spoken), resendable_columns); }};
const filtered_links<sql_row<sql_number, sql_number>> counted_links_sql{
    [](dialect) { return count_links_sql({}); },
    [](dialect spoken) { return count_links_sql(is_among_numbers(spoken)); }};

/// A link's id is made before the link is stored, by another clock maybe.
constexpr std::chrono::hours id_apart{24};
/// The last time that ids can have.
constexpr timestamp greatest_made_at{std::chrono::milliseconds{0xffff'ffff'ffff}};

/// Between which ids the links are that pass a filter.
struct id_span {
  std::string first, last{behind_link_ids};

  id_span(const link_filter& filter, timestamp now) {
    auto from = filter.from, to = filter.to;
    // The older ones have ended.
    if (filter.status == link_status::pending) from = std::max(from.value_or(timestamp{}), now - link_lifetime_max);
    const auto is_of_id = [](timestamp at) { return at > timestamp{} + id_apart && at < greatest_made_at - id_apart; };
    if (from && is_of_id(*from)) first = "pl_" + sortable_time(*from - id_apart);
    if (to && is_of_id(*to)) last = "pl_" + sortable_time(*to + id_apart);
  }
};

link_filter from_the_oldest(link_filter filter) {
  filter.ascending = true;
  return filter;
}

/// Calls `use` with the matches.
template <class Query, class Use>
void each_link(reading& at, const Query& query, workspace_id in, const link_filter& filter, timestamp now,
               std::int64_t limit, Use use) {
  const auto rank = [](auto value) { return static_cast<std::int64_t>(value); };
  // Contradictory filters match nothing.
  if (filter.unnotified && filter.callback.value_or(callback_status::failed) != callback_status::failed) return;
  const auto callback = filter.unnotified ? std::optional{callback_status::failed} : filter.callback;
  const id_span ids{filter, now};
  const std::string_view from = filter.ascending ? ids.first : ids.last,
                         until = filter.ascending ? ids.last : ids.first;
  const auto after = filter.after ? filter.after->view() : from;
  const auto run = [&](const auto& statement, const auto&... rows) {
    at.db[statement].each(
        use, rows..., in.view(), filter.ascending ? std::max(after, from) : std::min(after, from), until,
        to_millis(now), filter.status ? rank(*filter.status) : 0, filter.status ? rank(*filter.status) : 4,
        callback ? rank(*callback) : 0, callback ? rank(*callback) : 4, filter.unnotified ? 1 : 0,
        filter.account ? filter.account->view() : std::string_view{},
        filter.account ? filter.account->view() : behind_link_ids, filter.from ? to_millis(*filter.from) : least_number,
        filter.to ? to_millis(*filter.to) : greatest_number, limit);
  };
  if (const auto rows = rows_of_rare_links(at.db, in, filter)) return run(query.of_rows, *rows);
  const planned_list planned{at.db, list_plan::in_order};
  run(query.walked);
}

} // namespace

page<payment_link> answer(reading& at, const list_links& wanted) {
  const auto& filter = wanted.filter;
  page<payment_link> page;
  each_link(at, filter.ascending ? rising_links_sql : falling_links_sql, wanted.in, filter, wanted.now,
            std::int64_t{filter.limit} + 1, [&](const link_row& columns) {
              page.has_more = std::ssize(page.rows) == filter.limit;
              if (!page.has_more) page.rows.push_back(columns.read());
            });
  return page;
}

resend_counts answer(reading& at, const count_resendable& wanted) {
  resend_counts counts{.counted_at = wanted.now};
  each_link(at, counted_links_sql, wanted.in, from_the_oldest(wanted.filter), wanted.now, greatest_number,
            [&](const auto& columns) {
              counts.matched = column_at<0>(columns).value;
              counts.queued = column_at<1>(columns).value;
            });
  return counts;
}

resend_portion answer(reading& at, const list_resendable& wanted) {
  resend_portion portion;
  payment_link_id last;
  const auto limit = wanted.filter.limit;
  each_link(at, resendable_links_sql, wanted.in, from_the_oldest(wanted.filter), wanted.now, std::int64_t{limit} + 1,
            [&](const auto& columns) {
              const auto& [id, row, state] = columns.fields;
              if (portion.matched == limit) {
                portion.more_after = last;
                return;
              }
              ++portion.matched;
              last = payment_link_id::from_store(id.view());
              if (state.value > 0) portion.link_rows.push_back(row.value);
            });
  return portion;
}

} // namespace paylink
