#include "persistence/context/reading.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/sql/list_plan.hpp"
#include "persistence/sql/storable_text.hpp"
#include "persistence/sql/transaction_place.hpp"
#include "persistence/webhooks/delivery_row.hpp"

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
    "SELECT u.row FROM deliveries u WHERE u.state = 0 AND u.owner IS NULL AND u.in_queue = 0 UNION ALL SELECT u.row "
    "FROM "
    "deliveries u WHERE u.in_queue = 1 UNION ALL SELECT u.row FROM deliveries u WHERE u.state = 0 AND u.owner IS NOT "
    "NULL";

/// SQL: what stands before it is one of those that the query finds, which runs once.
std::string is_one_of(dialect spoken, std::string_view query) {
  const std::string text{query};
  return choose(spoken, " IN (" + text + ")", " = ANY (ARRAY(" + text + "))");
}

/// A query for the matches of a filter, by the way in which it finds them: along each webhook, along what has failed
/// of each, by the little that is not finished, or by what they tell of.
enum class way { along, failed, unfinished, subject };

// The rows of deliveries, for each webhook in `b` or for all of a Workspace. A sum is answered by no index.
std::string candidates_sql(dialect spoken, way by, std::string_view columns, bool is_in_order, bool is_rising) {
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

std::string deliveries_sql(dialect spoken, way by, bool is_rising) {
  const auto rows = candidates_sql(spoken, by, "x.row", true, is_rising);
  const bool is_of_each = by == way::along || by == way::failed;
  std::string sql{"SELECT "};
  sql.append(delivery_row::columns(true)).append(" FROM ");
  if (is_of_each) {
    // For each webhook as many rows as a page has, and of these the first.
    sql.append("(SELECT b.row FROM webhooks b WHERE ").append(of_webhooks).append(") b JOIN ");
    sql.append(choose(spoken, "deliveries d ON d.row IN (" + rows + ")",
                      "LATERAL (" + rows + ") c ON TRUE JOIN deliveries d ON d.row = c.row"));
    sql.append(delivery_row::beside(spoken));
  } else {
    sql.append("deliveries d").append(delivery_row::beside(spoken)).append("WHERE d.row");
    sql.append(is_one_of(spoken, rows));
  }
  return sql.append(" ORDER BY d.row").append(is_rising ? " ASC" : " DESC").append(" LIMIT :page_limit");
}

// To another webhook, what several webhooks were told of one subject is one delivery.
std::string count_deliveries_sql(dialect spoken, way by) {
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

using list_deliveries_signature = delivery_row(sql_text, sql_text, sql_text, sql_number, sql_number, sql_text,
                                               sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                                               sql_number, sql_number, sql_number, sql_number, sql_number, sql_number);
using count_deliveries_signature = sql_row<sql_number, sql_number>(sql_number, sql_text, sql_text, sql_text, sql_number,
                                                                   sql_number, sql_text, sql_number, sql_number,
                                                                   sql_number, sql_number, sql_number, sql_number,
                                                                   sql_number, sql_number, sql_number, sql_number);

struct statements_of_way {
  template <way By>
  explicit statements_of_way(std::integral_constant<way, By>)
      : rising{[](dialect spoken) { return deliveries_sql(spoken, By, true); }},
        falling{[](dialect spoken) { return deliveries_sql(spoken, By, false); }},
        count{[](dialect spoken) { return count_deliveries_sql(spoken, By); }} {}

  sql_statement<list_deliveries_signature> rising, falling;
  sql_statement<count_deliveries_signature> count;
};
template <way By>
const statements_of_way statements_by{std::integral_constant<way, By>{}};

const statements_of_way& statements_of(way by) {
  switch (by) {
  case way::along:
    return statements_by<way::along>;
  case way::failed:
    return statements_by<way::failed>;
  case way::unfinished:
    return statements_by<way::unfinished>;
  case way::subject:
    break;
  }
  return statements_by<way::subject>;
}

std::string find_delivery_sql(dialect spoken, const std::string& which) {
  return "SELECT " + delivery_row::columns() + " FROM deliveries d" + delivery_row::beside(spoken) +
         "WHERE w.workspace_id = :workspace AND d.event_id = :id AND d.webhook_row IS NOT NULL AND " + which;
}

// Its id has the time of the transaction's id, by which transactions are found.
const sql_statement<delivery_row(joined_row<sql_row<sql_text, sql_text>, transaction_place::parameters>)>
    find_delivery_of_transaction_sql{[](dialect spoken) {
      return find_delivery_sql(spoken, "d.subject_id" +
                                           is_one_of(spoken, "SELECT t.id FROM transactions t WHERE t." +
                                                                 is_picked(spoken, transaction_place::rows_sql())));
    }};
const sql_statement<delivery_row(sql_text, sql_text)> find_delivery_apart_sql{
    [](dialect spoken) { return find_delivery_sql(spoken, "(d.transaction_row IS NULL OR d.event > 1)"); }};

const sql_statement<sql_row<sql_number>(sql_text)> newest_webhook_delivery_sql{
    "SELECT MAX(newest) FROM (SELECT (SELECT MAX(x.row) FROM deliveries x WHERE x.webhook_row = b.row) AS newest FROM "
    "webhooks b WHERE (b.workspace_id || '') = :workspace) AS of_each"};

struct attempt_of_delivery {
  number_column<"x.delivery_row"> delivery;
  attempt_row made;
};
using attempts_of_deliveries = sql_statement<attempt_of_delivery(sql_text)>;
const attempts_of_deliveries attempts_of_deliveries_sql{[](dialect spoken) {
  return attempt_row::select("x.delivery_row, ", "delivery_row" + std::string{is_among_numbers(spoken)});
}};
const attempts_of_deliveries listed_attempts_sql{[](dialect spoken) {
  return attempt_row::select_for_list("x.delivery_row, ", "delivery_row" + std::string{is_among_numbers(spoken)});
}};

const sql_statement<round_row(sql_number)> rounds_of_delivery_sql{[](dialect) { return round_row::select(); }};

// Three counts, each from its partial index alone.
const sql_statement<sql_row<sql_number>()> count_unfinished_deliveries_sql{
    "SELECT (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_queue = 0) + (SELECT COUNT(*) "
    "FROM deliveries WHERE in_queue = 1) + (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NOT NULL)"};

/// The ways that together find all matches, each of them once.
std::vector<way> ways_of(const delivery_filter& filter) {
  if (filter.subject) return {way::subject};
  if (filter.status == delivery_status::pending || filter.status == delivery_status::sending) return {way::unfinished};
  if (filter.status == delivery_status::failed || filter.status == delivery_status::skipped) return {way::failed};
  // What was delivered has no failure.
  if (filter.failed_by && filter.status) return {};
  if (filter.failed_by) return {way::failed, way::unfinished};
  return {way::along};
}

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

std::vector<webhook_delivery> list_deliveries_by(connection& db, way by, workspace_id in, const delivery_filter& filter,
                                                 std::int64_t limit) {
  const delivery_bounds at{filter};
  const auto until = filter.ascending ? (filter.until == 0 ? number_max : filter.until) : number_min;
  const auto after = filter.after == 0 && !filter.ascending ? number_max : filter.after;
  std::optional<planned_list> planned;
  if (by != way::subject) planned.emplace(db, list_plan::in_order);
  const auto& lists = statements_of(by);
  std::vector<webhook_delivery> found;
  db[filter.ascending ? lists.rising : lists.falling].each(
      [&](const delivery_row& columns) { found.push_back(columns.read()); }, in.view(), at.webhook_min, at.webhook_max,
      after, until, at.subject, at.event_min, at.event_max, at.from, at.to, at.state_min, at.state_max, at.skipped_min,
      at.skipped_max, at.any_failure, at.failed_by, limit, limit);
  return found;
}

page<webhook_delivery> list_bare(connection& db, workspace_id in, const delivery_filter& filter) {
  const auto limit = std::int64_t{filter.limit} + 1;
  page<webhook_delivery> found;
  for (const auto by : ways_of(filter))
    std::ranges::move(list_deliveries_by(db, by, in, filter, limit), std::back_inserter(found.rows));
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

void add_attempts(connection& db, std::vector<webhook_delivery>& to, const attempts_of_deliveries& by) {
  std::map<std::int64_t, webhook_delivery*> places;
  std::vector<std::int64_t> rows;
  for (auto& one : to) {
    places[one.row] = &one;
    rows.push_back(one.row);
  }
  if (rows.empty()) return;
  db[by].each(
      [&](const attempt_of_delivery& columns) {
        places.at(columns.delivery.value)->attempts.push_back(columns.made.read());
      },
      to_json(rows));
}

} // namespace

page<webhook_delivery> answer(reading& at, const list_deliveries& wanted) {
  auto found = list_bare(at.db, wanted.in, wanted.filter);
  add_attempts(at.db, found.rows, wanted.filter.with_answers ? attempts_of_deliveries_sql : listed_attempts_sql);
  return found;
}

result<webhook_delivery> answer(reading& at, const find_delivery& wanted) {
  std::vector<webhook_delivery> found;
  auto& of_transaction = at.db[find_delivery_of_transaction_sql];
  auto& apart = at.db[find_delivery_apart_sql];
  if (transaction_place{wanted.in, wanted.id}.with_parameters(
          [&](const auto&... place) { return of_transaction.first(wanted.in.view(), wanted.id.view(), place...); }))
    found.push_back(of_transaction.out().read());
  else if (apart.first(wanted.in.view(), wanted.id.view()))
    found.push_back(apart.out().read());
  else
    return errc::not_found;
  add_attempts(at.db, found, attempts_of_deliveries_sql);
  at.db[rounds_of_delivery_sql].each([&](const round_row& columns) { found[0].rounds.push_back(columns.read()); },
                                     found[0].row);
  return std::move(found[0]);
}

resend_counts answer(reading& at, const count_resendable_deliveries& wanted) {
  resend_counts counts{.counted_at = wanted.now};
  const delivery_bounds bounds{wanted.filter};
  for (const auto by : ways_of(wanted.filter))
    at.db[statements_of(by).count].each(
        [&](const auto& columns) {
          counts.matched += column_at<0>(columns).value;
          counts.queued += column_at<1>(columns).value;
        },
        wanted.to_row, wanted.in.view(), bounds.webhook_min, bounds.webhook_max, std::int64_t{0}, number_max,
        bounds.subject, bounds.event_min, bounds.event_max, bounds.from, bounds.to, bounds.state_min, bounds.state_max,
        bounds.skipped_min, bounds.skipped_max, bounds.any_failure, bounds.failed_by);
  return counts;
}

delivery_portion answer(reading& at, const list_resendable_deliveries& wanted) {
  auto filter = wanted.filter;
  delivery_portion portion{.until = filter.until};
  if (portion.until == 0) {
    auto& newest = at.db[newest_webhook_delivery_sql];
    newest.first(wanted.in.view());
    portion.until = newest.column<0>().or_zero();
    if (portion.until == 0) return portion;
  }
  filter.ascending = true;
  filter.until = portion.until;
  const auto found = list_bare(at.db, wanted.in, filter);
  for (const auto& one : found.rows) portion.rows.push_back(one.row);
  if (found.has_more) portion.more_after = portion.rows.back();
  return portion;
}

std::int64_t answer(reading& at, const count_unfinished_deliveries&) {
  auto& count = at.db[count_unfinished_deliveries_sql];
  count.first();
  return count.column<0>().value;
}

} // namespace paylink
