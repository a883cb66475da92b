#include "persistence/checks/counts_walk.hpp"

#include "domain/values/local_time.hpp"
#include "persistence/checks/row_check.hpp"
#include "persistence/retention/purge_place.hpp"
#include "persistence/statistics/count_columns.hpp"

#include <limits>

namespace paylink::checks {
namespace {

const std::string hours_check = "hourly_counts", days_check = "daily_counts";

// Attempts that were purged were made before this delivery was; the day is for clocks that were wrong.
constexpr std::chrono::hours purge_margin{24};

/// SQL: the hour and what is counted of each row, and what it takes from the counts.
std::string row_sql(const std::string& time, const std::string& what, const std::string& detail,
                    const std::string& amount = {}) {
  const std::string millions = std::to_string(dong_of_million);
  return " UNION ALL SELECT " + hour_sql(time) + ", " + what + ", " + detail + ", -1, " +
         (amount.empty() ? "0, 0" : "-(" + amount + " / " + millions + "), -(" + amount + " % " + millions + ")");
}

std::string recorded_sql() {
  return row_sql("t.received_at", "t.type", "CASE t.type WHEN 0 THEN COALESCE(t.classification + 1, 0) ELSE 0 END",
                 "t.amount") +
         " FROM bank_accounts a JOIN transactions t ON t.account_row = a.row AND t.made_at >= 0 WHERE a.workspace_id = "
         ":of_transactions" +
         row_sql("l.created_at", "2", "0") + " FROM payment_links l WHERE l.workspace_id = :of_new_links" +
         row_sql("l.closed_at", "2", "l.status") +
         " FROM payment_links l WHERE l.workspace_id = :of_links AND l.status + 0 <> 0";
}

/// SQL: joins the rows of a table that have this key, one by one: PostgreSQL would rather read the whole table.
std::string with_each(dialect spoken, const std::string& table, const std::string& alias, const std::string& key) {
  const auto named = table + ' ' + alias;
  return " JOIN " + choose(spoken, named + " ON " + key,
                           "LATERAL (SELECT * FROM " + named + " WHERE " + key + " OFFSET 0) " + alias + " ON TRUE");
}

std::string sent_sql(dialect spoken) {
  const auto attempts = with_each(spoken, "attempts", "k", "k.delivery_row = d.row");
  const auto callbacks = " FROM payment_links l" + with_each(spoken, "deliveries", "d", "d.link_row = l.row") +
                         attempts + " WHERE l.workspace_id = ";
  return row_sql("k.started_at", "3", "k.failed_by") + callbacks + ":of_callbacks" +
         row_sql("k.started_at", "3 + d.kind", "k.failed_by") + " FROM webhooks h" +
         with_each(spoken, "deliveries", "d", "d.webhook_row = h.row") + attempts +
         " WHERE (h.workspace_id || '') = :of_webhooks" +
         row_sql("notified.credited_at", "6", waiting_bucket_sql("notified.waited")) +
         " FROM (SELECT d.created_at AS credited_at, k.started_at + k.duration_ms - d.created_at AS waited" +
         callbacks +
         ":of_notified AND k.failed_by = 0 AND (SELECT 1 FROM attempts f WHERE f.delivery_row = d.row AND f.number < "
         "k.number AND f.failed_by = 0 LIMIT 1) IS NULL) AS notified";
}

std::string compare_hours_sql(dialect spoken) {
  return "SELECT hour, what, detail, CAST(SUM(one) AS BIGINT) FROM (SELECT hour, what, detail, count AS one, millions, "
         "dong FROM hourly_counts WHERE workspace_id = :counted" +
         recorded_sql() + sent_sql(spoken) +
         ") AS both_sides GROUP BY hour, what, detail HAVING (SUM(one) <> 0 OR SUM(millions) <> 0 OR SUM(dong) <> 0) "
         "AND (what < 3 OR hour >= :kept_from OR SUM(one) < 0) ORDER BY hour, what, detail LIMIT " +
         std::to_string(findings_per_check_max);
}

std::string compare_days_sql() {
  return "SELECT day, what, detail FROM (SELECT day, what, detail, count, millions, dong FROM daily_counts WHERE "
         "workspace_id = :of_days UNION ALL SELECT " +
         day_sql("hour") +
         ", what, detail, -count, -millions, -dong FROM hourly_counts WHERE workspace_id = :of_hours) AS both_sides "
         "GROUP BY day, what, detail HAVING SUM(count) <> 0 OR SUM(millions) <> 0 OR SUM(dong) <> 0 ORDER BY day, "
         "what, "
         "detail LIMIT " +
         std::to_string(findings_per_check_max);
}

std::string_view counted_word(std::int64_t what) {
  constexpr std::string_view words[] = {
      "credits", "debits", "links", "callback attempts", "webhook attempts", "chat attempts", "notified merchants"};
  return what >= 0 && what < std::ssize(words) ? words[what] : "something unknown";
}

/// Where a count stands: `daily_counts (acme, 2026-11-24, credits, detail 1)`.
std::string place(const std::string& table, const std::string& workspace, const std::string& begin, std::int64_t what,
                  std::int64_t detail) {
  return table + " (" + workspace + ", " + begin + ", " + std::string{counted_word(what)} + ", detail " +
         std::to_string(detail) + ')';
}

} // namespace

counts_walk::counts_walk(soci::session& session, dialect spoken)
    : next_{session, "SELECT row, id FROM workspaces WHERE row > :after AND deleted_at IS NULL ORDER BY row LIMIT 1"},
      purges_{session, "SELECT progress FROM scheduled_jobs WHERE name = 'retention'"},
      made_after_{session, "SELECT created_at FROM deliveries WHERE row > :row ORDER BY row LIMIT 1"},
      compare_hours_{session, compare_hours_sql(spoken)}, compare_days_{session, compare_days_sql()} {}

std::int64_t counts_walk::attempts_kept_from() {
  const auto purges = purges_.first() ? purge_place::read(purges_.column<0>().value) : purge_place{};
  if (purges.rest_to != 0 && !made_after_.first(purges.rest_to)) return std::numeric_limits<std::int32_t>::max();
  const auto purged_before =
      std::max<std::int64_t>(purges.restarted_at, purges.rest_to != 0 ? made_after_.column<0>().value : 0);
  return purged_before == 0 ? 0 : hour_of(from_millis(purged_before) + purge_margin);
}

void counts_walk::go(report& into) {
  into.count_checks(2);
  for (std::int64_t row = 0; !into.is_full(hours_check) || !into.is_full(days_check);) {
    into.go_on();
    if (!next_.first(row)) return;
    row = next_.column<0>().value;
    const std::string workspace = next_.column<1>().value;
    compare_hours(workspace, into);
    compare_days(workspace, into);
    into.count_rows(1);
  }
}

void counts_walk::compare_hours(const std::string& workspace, report& into) {
  const auto kept_from = attempts_kept_from();
  compare_hours_.each(
      [&](const auto& columns) {
        const auto& [hour, what, detail, difference] = columns.fields;
        into.add(
            {.check = hours_check,
             .where = place(hours_check, workspace, format_rfc3339(time_of_hour(hour.value)), what.value, detail.value),
             .problem = "the counts of an hour differ by " + std::to_string(difference.value) +
                        ", or in their amount, from the rows that were recorded in it",
             .advice = "only the statistics of that hour are wrong; keep a copy of the database and report it"});
      },
      workspace, workspace, workspace, workspace, workspace, workspace, workspace, kept_from);
}

void counts_walk::compare_days(const std::string& workspace, report& into) {
  compare_days_.each(
      [&](const auto& columns) {
        const auto& [day, what, detail] = columns.fields;
        into.add({.check = days_check,
                  .where = place(days_check, workspace, vietnam_date(time_of_day(day.value)), what.value, detail.value),
                  .problem = "the counts of a day are not the sum of its hours",
                  .advice = "only the statistics of that day are wrong; keep a copy of the database and report it"});
      },
      workspace, workspace);
}

} // namespace paylink::checks
