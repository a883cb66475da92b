#include "persistence/context/reading.hpp"
#include "persistence/sql/open_transactions.hpp"
#include "persistence/statistics/count_columns.hpp"

#include <algorithm>
#include <limits>

namespace paylink {
namespace {

std::string periods_sql(const std::string& table, const std::string& period) {
  return "SELECT " + period +
         ", what, detail, CAST(SUM(count) AS BIGINT), CAST(SUM(millions) AS BIGINT), CAST(SUM(dong) AS BIGINT) FROM " +
         table + " WHERE workspace_id = :workspace AND " + period + " >= :from AND " + period +
         " < :to GROUP BY 1, 2, 3 ORDER BY 1";
}

using list_periods_signature =
    sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>(sql_text, sql_number, sql_number);
const sql_statement<list_periods_signature> list_hours_sql{
    [](dialect) { return periods_sql("hourly_counts", "hour"); }};
const sql_statement<list_periods_signature> list_days_sql{[](dialect) { return periods_sql("daily_counts", "day"); }};

// As many for each account as are counted in all, each from the index of what is open.
const sql_statement<sql_row<sql_number>(sql_text)> count_open_transactions_sql{[](dialect) {
  return "SELECT CAST(COALESCE(SUM(found), 0) AS BIGINT) FROM (SELECT (SELECT COUNT(*) FROM (SELECT x.row FROM "
         "transactions x WHERE x.account_row = a.row AND x.made_at >= 0 AND " +
         is_open_sql("x") + " LIMIT " + std::to_string(open_counts_max) +
         ") AS open) AS found FROM bank_accounts a WHERE a.workspace_id = "
         ":workspace) AS counted";
}};

// Of the newest failed callbacks. Money that a person has settled, or of which the merchant was told before, is not
// counted, as in the list of such links.
const sql_statement<sql_row<sql_number>(sql_text)> count_unnotified_merchants_sql{[](dialect) {
  return "SELECT COUNT(*) FROM (SELECT d.row, d.transaction_row, d.purged FROM deliveries d WHERE d.workspace_id = "
         ":workspace AND d.state = 2 AND d.link_row IS NOT NULL ORDER BY d.row DESC LIMIT " +
         std::to_string(open_counts_max) +
         ") AS failed LEFT JOIN transactions t ON t.row = failed.transaction_row WHERE COALESCE(t.settled, 0) = 0 AND "
         "failed.purged < 3 AND (SELECT 1 FROM attempts k WHERE k.delivery_row = failed.row AND k.failed_by = 0 LIMIT "
         "1) IS NULL";
}};

// Of the newest that each webhook has failed or missed, from an index of them. What was skipped nobody has tried to
// send, and what is left of a webhook that a person has disabled or deleted is not missed.
const sql_statement<sql_row<sql_number>(sql_number, sql_text)> count_given_up_sql{[](dialect) {
  return "SELECT CAST(COALESCE(SUM(found), 0) AS BIGINT) FROM (SELECT (SELECT COUNT(*) FROM (SELECT x.created_at, "
         "x.is_skipped FROM deliveries x WHERE x.webhook_row = b.row AND x.state = 2 ORDER BY x.row DESC LIMIT " +
         std::to_string(open_counts_max) +
         ") AS newest WHERE newest.created_at >= :since AND newest.is_skipped = 0) AS found FROM webhooks b WHERE "
         "b.workspace_id = :workspace AND b.deleted_at IS NULL AND (b.enabled = 1 OR b.disabled_reason <> "
         "'disabled_by_user')) AS counted";
}};

const sql_statement<sql_row<sql_number, sql_number>(sql_text)> find_heard_accounts_sql{
    "SELECT a.connected_at, (SELECT MAX(t.made_at) FROM transactions t WHERE t.account_row = a.row AND t.made_at >= 0) "
    "FROM bank_accounts a WHERE a.workspace_id = :workspace AND (a.state || '') = 'connected' AND a.removed_at IS "
    "NULL"};

} // namespace

std::vector<period_counts> answer(reading& at, const list_periods& wanted) {
  std::vector<period_counts> periods;
  const bool is_by_day = wanted.length == period_length::day;
  const auto period_of = [&](timestamp time) { return is_by_day ? day_of_hour(hour_of(time)) : hour_of(time); };
  at.db[is_by_day ? list_days_sql : list_hours_sql].each(
      [&](const auto& columns) {
        const auto& [period, what, detail, count, millions, dong] = columns.fields;
        const auto start = is_by_day ? time_of_day(period.value) : time_of_hour(period.value);
        if (periods.empty() || periods.back().start != start) periods.push_back({.start = start});
        std::int64_t whole = 0;
        const bool is_too_large = __builtin_mul_overflow(millions.value, dong_of_million, &whole);
        periods.back().add(
            static_cast<counted_thing>(what.value), detail.value,
            {count.value, {is_too_large ? std::numeric_limits<std::int64_t>::max() : capped_sum(whole, dong.value)}});
      },
      wanted.in.view(), period_of(wanted.from), period_of(wanted.to));
  return periods;
}

open_counts answer(reading& at, const count_open& wanted) {
  open_counts open;
  const auto in = wanted.in.view();
  if (auto& found = at.db[count_open_transactions_sql]; found.first(in))
    open.needs_attention = std::min<std::int64_t>(found.column<0>().value, open_counts_max);
  if (auto& found = at.db[count_unnotified_merchants_sql]; found.first(in))
    open.merchants_not_notified = found.column<0>().value;
  if (auto& found = at.db[count_given_up_sql]; found.first(to_millis(wanted.now - missed_within), in))
    open.webhooks_not_notified = std::min<std::int64_t>(found.column<0>().value, open_counts_max);
  at.db[find_heard_accounts_sql].each(
      [&](const auto& columns) {
        const auto& [connected_at, heard_at] = columns.fields;
        ++open.accounts_connected;
        if (!heard_at.is_null())
          open.last_heard_at = std::max(open.last_heard_at.value_or(timestamp{}), from_millis(heard_at.value));
        const auto last_sign = from_millis(std::max(connected_at.or_zero(), heard_at.or_zero()));
        if (last_sign + silent_after <= wanted.now) ++open.accounts_silent;
      },
      in);
  return open;
}

} // namespace paylink
