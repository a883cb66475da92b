#include "persistence/webhooks/delivery_reads.hpp"

#include "persistence/sql/storable_text.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace paylink {
namespace {

constexpr auto number_min = std::numeric_limits<std::int64_t>::min();
constexpr auto number_max = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_webhooks = "~";

constexpr std::string_view of_webhooks =
    "(b.workspace_id || '') = :workspace AND b.id BETWEEN :webhook_min AND :webhook_max";

// An unset filter is a range that includes everything. States are the numbers of `delivery_status`. The attempt
// is looked up only if its failure is asked for.
constexpr std::string_view matches =
    " AND x.event BETWEEN :event_min AND :event_max AND x.created_at >= :from AND x.created_at < :to AND CASE WHEN "
    "x.owner IS "
    "NOT NULL THEN 1 WHEN x.state = 0 THEN 0 ELSE x.state + 1 END BETWEEN :state_min AND :state_max AND x.is_skipped "
    "BETWEEN :skipped_min AND :skipped_max AND (:any_failure = 1 OR "
    "COALESCE((SELECT k.failed_by FROM attempts k WHERE k.delivery_row = x.row AND k.number = x.attempt - CASE WHEN "
    "x.owner IS NULL THEN 0 ELSE 1 END), 0) = :failed_by)";

// Three partial indexes that hold nothing else, which is little.
constexpr std::string_view unfinished_rows =
    "SELECT u.row FROM deliveries u WHERE u.state = 0 AND u.owner IS NULL AND u.in_line = 0 UNION ALL SELECT u.row "
    "FROM "
    "deliveries u WHERE u.in_line = 1 UNION ALL SELECT u.row FROM deliveries u WHERE u.state = 0 AND u.owner IS NOT "
    "NULL";

/// SQL: what stands before it is one of those that the query finds, which runs once.
std::string is_one_of(dialect spoken, std::string_view query) {
  const std::string text{query};
  return spoken == dialect::postgresql ? " = ANY (ARRAY(" + text + "))" : " IN (" + text + ")";
}

std::string find_sql(dialect spoken, std::string_view found) {
  return std::string{"SELECT "}
             .append(delivery_row::columns())
             .append(" FROM deliveries d")
             .append(delivery_row::beside(spoken)) +
         "WHERE w.workspace_id = :workspace AND d.event_id = :id AND d.webhook_row IS NOT NULL AND " +
         (found.empty() ? std::string{"(d.transaction_row IS NULL OR d.event > 1)"}
                        : "d.subject_id" + is_one_of(spoken, found));
}

// Its id has the time of the transaction's id, by which transactions are found.
std::string subjects_of_time(dialect spoken) {
  return "SELECT t.id FROM transactions t WHERE t." + is_picked(spoken, transaction_place::rows_sql());
}

constexpr const char* newest_sql =
    "SELECT MAX(newest) FROM (SELECT (SELECT MAX(x.row) FROM deliveries x WHERE x.webhook_row = b.row) AS newest FROM "
    "webhooks b WHERE (b.workspace_id || '') = :workspace) AS of_each";

} // namespace

// The rows of deliveries, for each webhook in `b` or for all of a Workspace. A sum is answered by no index.
std::string delivery_reads::candidates_sql(dialect spoken, way by, std::string_view columns, bool is_in_order,
                                           bool is_rising) {
  std::string sql{"SELECT "};
  sql.append(columns).append(" FROM ");
  if (by == way::along || by == way::failed)
    sql.append("deliveries x WHERE x.webhook_row = b.row").append(by == way::failed ? " AND x.state = 2" : "");
  else
    sql.append("webhooks b JOIN deliveries x ON x.webhook_row + 0 = b.row WHERE ").append(of_webhooks);
  if (by == way::unfinished) sql.append(" AND x.row").append(is_one_of(spoken, unfinished_rows));
  const bool is_by_key = by == way::along || by == way::failed;
  const std::string row = is_by_key ? "x.row" : "x.row + 0";
  sql.append(" AND " + row).append(is_rising ? " > :after" : " < :after");
  sql.append(" AND " + row).append(is_rising ? " <= :until" : " >= :until");
  sql.append(by == way::subject ? " AND x.webhook_row IS NOT NULL AND x.subject_id = :subject"
                                : " AND (x.subject_id || '') >= :subject")
      .append(matches);
  if (is_in_order) sql.append(" ORDER BY x.row").append(is_rising ? " ASC" : " DESC").append(" LIMIT :limit");
  return sql;
}

std::string delivery_reads::list_sql(dialect spoken, way by, bool is_rising) {
  const auto rows = candidates_sql(spoken, by, "x.row", true, is_rising);
  const bool is_of_each = by == way::along || by == way::failed;
  std::string sql{"SELECT "};
  sql.append(delivery_row::columns(true)).append(" FROM ");
  if (is_of_each) {
    // For each webhook as many rows as a page has, and of these the first.
    sql.append("(SELECT b.row FROM webhooks b WHERE ").append(of_webhooks).append(") b JOIN ");
    sql.append(spoken == dialect::postgresql ? "LATERAL (" + rows + ") c ON TRUE JOIN deliveries d ON d.row = c.row"
                                             : "deliveries d ON d.row IN (" + rows + ")");
    sql.append(delivery_row::beside(spoken));
  } else {
    sql.append("deliveries d").append(delivery_row::beside(spoken)).append("WHERE d.row");
    sql.append(is_one_of(spoken, rows));
  }
  return sql.append(" ORDER BY d.row").append(is_rising ? " ASC" : " DESC").append(" LIMIT :page_limit");
}

// To another webhook, what several webhooks were told of one subject is one delivery.
std::string delivery_reads::count_sql(dialect spoken, way by) {
  const std::string columns =
      "x.row AS row, CASE WHEN x.purged <> 0 THEN NULL WHEN g.row = 0 THEN CASE WHEN x.state > 0 AND b.enabled = 1 AND "
      "b.deleted_at IS NULL THEN "
      "CAST(x.row AS TEXT) END WHEN (SELECT p.row FROM deliveries p WHERE p.subject_id = x.subject_id AND "
      "p.webhook_row "
      "= g.row AND p.event = x.event AND (p.state = 0 OR p.purged <> 0)) IS NULL THEN x.subject_id || ' ' || "
      "CAST(x.event AS TEXT) END AS "
      "sent";
  auto rows = candidates_sql(spoken, by, columns, false, true);
  const std::string goal = "(SELECT CAST(:goal AS BIGINT) AS row) g CROSS JOIN ";
  if (by == way::along || by == way::failed) {
    const std::string from = "deliveries x WHERE ";
    rows.replace(rows.find(from), from.size(),
                 goal + "webhooks b JOIN deliveries x ON x.webhook_row = b.row WHERE " + std::string{of_webhooks} +
                     " AND ");
  } else {
    const std::string from = "webhooks b JOIN ";
    rows.replace(rows.find(from), 0, goal);
  }
  return "SELECT COUNT(*), COUNT(DISTINCT sent) FROM (" + rows + ") AS matched";
}

delivery_reads::delivery_reads(soci::session& session, dialect spoken)
    : session_{session}, spoken_{spoken}, along_{session, spoken, way::along}, failed_{session, spoken, way::failed},
      unfinished_{session, spoken, way::unfinished}, of_subject_{session, spoken, way::subject},
      count_along_{session, count_sql(spoken, way::along)}, count_failed_{session, count_sql(spoken, way::failed)},
      count_unfinished_{session, count_sql(spoken, way::unfinished)},
      count_subject_{session, count_sql(spoken, way::subject)}, newest_{session, newest_sql},
      find_{session, find_sql(spoken, subjects_of_time(spoken))}, find_apart_{session, find_sql(spoken, {})},
      attempts_{session,
                attempt_row::select("x.delivery_row, ", "delivery_row" + std::string{is_among_numbers(spoken)})},
      attempts_in_list_{session, attempt_row::select_for_list("x.delivery_row, ",
                                                              "delivery_row" + std::string{is_among_numbers(spoken)})},
      rounds_{session, round_row::select} {}

std::vector<delivery_reads::way> delivery_reads::ways_of(const delivery_filter& filter) {
  if (filter.subject) return {way::subject};
  if (filter.status == delivery_status::pending || filter.status == delivery_status::sending) return {way::unfinished};
  if (filter.status == delivery_status::failed || filter.status == delivery_status::skipped) return {way::failed};
  // What was delivered has no failure.
  if (filter.failed_by && filter.status) return {};
  if (filter.failed_by) return {way::failed, way::unfinished};
  return {way::along};
}

delivery_reads::in_each_order& delivery_reads::lists_by(way by) {
  switch (by) {
  case way::along:
    return along_;
  case way::failed:
    return failed_;
  case way::unfinished:
    return unfinished_;
  case way::subject:
    break;
  }
  return of_subject_;
}

delivery_reads::counting& delivery_reads::counts_by(way by) {
  switch (by) {
  case way::along:
    return count_along_;
  case way::failed:
    return count_failed_;
  case way::unfinished:
    return count_unfinished_;
  case way::subject:
    break;
  }
  return count_subject_;
}

namespace {

/// A filter as the ranges of the statements.
struct delivery_bounds {
  explicit delivery_bounds(const delivery_filter& filter)
      : webhook_min{filter.webhook ? filter.webhook->view() : std::string_view{}},
        webhook_max{filter.webhook ? filter.webhook->view() : behind_webhooks},
        subject{filter.subject ? std::string_view{*filter.subject} : std::string_view{}},
        event_min{filter.event ? static_cast<std::int64_t>(*filter.event) : 0},
        event_max{filter.event ? event_min : static_cast<std::int64_t>(webhook_event_count)},
        from{filter.from ? to_millis(*filter.from) : number_min}, to{filter.to ? to_millis(*filter.to) : number_max},
        any_failure{filter.failed_by ? 0 : 1},
        failed_by{filter.failed_by ? static_cast<std::int64_t>(*filter.failed_by) : 0} {
    if (!filter.status) return;
    const bool is_skipped = *filter.status == delivery_status::skipped;
    skipped_min = skipped_max = is_skipped ? 1 : 0;
    state_min = state_max = static_cast<std::int64_t>(is_skipped ? delivery_status::failed : *filter.status);
  }
  std::string_view webhook_min, webhook_max, subject;
  std::int64_t event_min, event_max, from, to;
  std::int64_t state_min = 0, state_max = 3, skipped_min = 0, skipped_max = 1;
  std::int64_t any_failure, failed_by;
};
static_assert(static_cast<int>(delivery_status::pending) == 0 && static_cast<int>(delivery_status::sending) == 1 &&
              static_cast<int>(delivery_status::failed) == 3);

} // namespace

std::vector<webhook_delivery> delivery_reads::list_by(way by, workspace_id in, const delivery_filter& filter,
                                                      std::int64_t limit) {
  const delivery_bounds at{filter};
  const auto until = filter.ascending ? (filter.until == 0 ? number_max : filter.until) : number_min;
  const auto after = filter.after == 0 && !filter.ascending ? number_max : filter.after;
  std::optional<list_plan> plan;
  if (spoken_ == dialect::postgresql && by != way::subject) plan = list_plan::in_order;
  const planned_list planned{session_, plan};
  auto& lists = lists_by(by);
  std::vector<webhook_delivery> found;
  (filter.ascending ? lists.rising : lists.falling)
      .each([&](const delivery_row& columns) { found.push_back(columns.read()); }, in.view(), at.webhook_min,
            at.webhook_max, after, until, at.subject, at.event_min, at.event_max, at.from, at.to, at.state_min,
            at.state_max, at.skipped_min, at.skipped_max, at.any_failure, at.failed_by, limit, limit);
  return found;
}

page<webhook_delivery> delivery_reads::list_bare(workspace_id in, const delivery_filter& filter) {
  const auto limit = std::int64_t{filter.limit} + 1;
  page<webhook_delivery> found;
  for (const auto by : ways_of(filter))
    std::ranges::move(list_by(by, in, filter, limit), std::back_inserter(found.rows));
  std::ranges::sort(found.rows, [&](const auto& one, const auto& other) {
    return filter.ascending ? one.row < other.row : one.row > other.row;
  });
  // A delivery may have ended between two queries.
  const auto twice = std::ranges::unique(found.rows, {}, &webhook_delivery::row);
  found.rows.erase(twice.begin(), twice.end());
  found.has_more = std::ssize(found.rows) >= limit;
  if (found.has_more) found.rows.erase(found.rows.begin() + filter.limit, found.rows.end());
  return found;
}

page<webhook_delivery> delivery_reads::list(workspace_id in, const delivery_filter& filter) {
  auto found = list_bare(in, filter);
  add_attempts(found.rows, filter.with_answers ? attempts_ : attempts_in_list_);
  return found;
}

void delivery_reads::add_attempts(std::vector<webhook_delivery>& to, attempts_of_some& by) {
  std::map<std::int64_t, webhook_delivery*> places;
  std::vector<std::int64_t> rows;
  for (auto& one : to) {
    places[one.row] = &one;
    rows.push_back(one.row);
  }
  if (rows.empty()) return;
  by.each(
      [&](const attempt_of& columns) { places.at(columns.delivery.value)->attempts.push_back(columns.made.read()); },
      to_json(rows));
}

result<webhook_delivery> delivery_reads::find(workspace_id in, delivery_id id) {
  std::vector<webhook_delivery> found;
  if (transaction_place{in, id}.with_parameters(
          [&](const auto&... place) { return find_.first(in.view(), id.view(), place...); }))
    found.push_back(find_.out().read());
  else if (find_apart_.first(in.view(), id.view()))
    found.push_back(find_apart_.out().read());
  else
    return errc::not_found;
  add_attempts(found, attempts_);
  rounds_.each([&](const round_row& columns) { found[0].rounds.push_back(columns.read()); }, found[0].row);
  return std::move(found[0]);
}

resend_counts delivery_reads::count(workspace_id in, const delivery_filter& filter, std::int64_t to_row,
                                    timestamp now) {
  resend_counts counts{.counted_at = now};
  const delivery_bounds at{filter};
  for (const auto by : ways_of(filter))
    counts_by(by).each(
        [&](const auto& columns) {
          counts.matched += column_at<0>(columns).value;
          counts.queued += column_at<1>(columns).value;
        },
        to_row, in.view(), at.webhook_min, at.webhook_max, std::int64_t{0}, number_max, at.subject, at.event_min,
        at.event_max, at.from, at.to, at.state_min, at.state_max, at.skipped_min, at.skipped_max, at.any_failure,
        at.failed_by);
  return counts;
}

delivery_portion delivery_reads::list_portion(workspace_id in, delivery_filter filter) {
  delivery_portion portion{.until = filter.until};
  if (portion.until == 0) {
    newest_.first(in.view());
    portion.until = newest_.column<0>().or_zero();
    if (portion.until == 0) return portion;
  }
  filter.ascending = true;
  filter.until = portion.until;
  const auto found = list_bare(in, filter);
  for (const auto& one : found.rows) portion.rows.push_back(one.row);
  if (found.has_more) portion.more_after = portion.rows.back();
  return portion;
}

} // namespace paylink
