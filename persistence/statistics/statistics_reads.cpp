#include "persistence/statistics/statistics_reads.hpp"

#include "persistence/statistics/count_columns.hpp"

#include <algorithm>
#include <limits>

namespace paylink {
namespace {

constexpr const char* periods_sql =
    "SELECT (hour + CAST(:shift AS BIGINT)) / CAST(:length AS BIGINT), what, detail, CAST(SUM(count) AS BIGINT), "
    "CAST(SUM(millions) AS BIGINT), CAST(SUM(dong) AS BIGINT) FROM hourly_counts WHERE workspace_id = :workspace AND "
    "hour >= :from AND hour < :to GROUP BY 1, 2, 3 ORDER BY 1";

// As many for each account as are counted in all, each from the index of what is open.
std::string open_transactions_sql() {
  return "SELECT CAST(COALESCE(SUM(found), 0) AS BIGINT) FROM (SELECT (SELECT COUNT(*) FROM (SELECT x.row FROM "
         "transactions x WHERE "
         "x.account_row = a.row AND x.made_at >= 0 AND x.settled = 0 AND (x.classification BETWEEN 2 AND 5 OR "
         "x.ambiguous = 1 OR x.likely_link_row IS NOT NULL) LIMIT " +
         std::to_string(open_counts_max) +
         ") AS open) AS found FROM bank_accounts a WHERE a.workspace_id = "
         ":workspace) AS counted";
}

// Of the newest failed callbacks. Money that a person has settled, or of which the merchant was told before, is not
// counted, as in the list of such links.
std::string untold_merchants_sql() {
  return "SELECT COUNT(*) FROM (SELECT d.row, d.transaction_row, d.purged FROM deliveries d WHERE d.workspace_id = "
         ":workspace AND d.state = 2 AND d.link_row IS NOT NULL ORDER BY d.row DESC LIMIT " +
         std::to_string(open_counts_max) +
         ") AS failed LEFT JOIN transactions t ON t.row = failed.transaction_row WHERE COALESCE(t.settled, 0) = 0 AND "
         "failed.purged < 3 AND (SELECT 1 FROM attempts k WHERE k.delivery_row = failed.row AND k.failed_by = 0 LIMIT "
         "1) IS NULL";
}

constexpr const char* heard_accounts_sql =
    "SELECT a.connected_at, (SELECT MAX(t.made_at) FROM transactions t WHERE t.account_row = a.row AND t.made_at >= 0) "
    "FROM bank_accounts a WHERE a.workspace_id = :workspace AND (a.state || '') = 'connected' AND a.removed_at IS NULL";

/// Days begin in Vietnam seven hours earlier than in UTC.
constexpr std::int64_t shift_of(period_length length) { return length == period_length::day ? 7 : 0; }

} // namespace

statistics_reads::statistics_reads(soci::session& session)
    : periods_{session, periods_sql}, attention_{session, open_transactions_sql()},
      untold_{session, untold_merchants_sql()}, accounts_{session, heard_accounts_sql} {}

std::vector<period_counts> statistics_reads::list(workspace_id in, timestamp from, timestamp to, period_length length) {
  std::vector<period_counts> periods;
  const std::int64_t hours = hours_of(length).count(), shift = shift_of(length);
  periods_.each(
      [&](const auto& columns) {
        const auto& [period, what, detail, count, millions, dong] = columns.fields;
        const auto start = time_of_hour(period.value * hours - shift);
        if (periods.empty() || periods.back().start != start) periods.push_back({.start = start});
        std::int64_t whole = 0;
        const bool is_too_large = __builtin_mul_overflow(millions.value, dong_of_million, &whole);
        periods.back().add(
            static_cast<counted_thing>(what.value), detail.value,
            {count.value, {is_too_large ? std::numeric_limits<std::int64_t>::max() : capped_sum(whole, dong.value)}});
      },
      shift, hours, in.view(), hour_of(from), hour_of(to));
  return periods;
}

open_counts statistics_reads::count_open(workspace_id in, timestamp now) {
  open_counts open;
  if (attention_.first(in.view()))
    open.needs_attention = std::min<std::int64_t>(attention_.column<0>().value, open_counts_max);
  if (untold_.first(in.view())) open.merchants_not_told = untold_.column<0>().value;
  accounts_.each(
      [&](const auto& columns) {
        const auto& [connected_at, heard_at] = columns.fields;
        ++open.accounts_connected;
        if (!heard_at.is_null())
          open.last_heard_at = std::max(open.last_heard_at.value_or(timestamp{}), from_millis(heard_at.value));
        const auto last_sign = from_millis(std::max(connected_at.or_zero(), heard_at.or_zero()));
        if (last_sign + silent_after <= now) ++open.accounts_silent;
      },
      in.view());
  return open;
}

} // namespace paylink
