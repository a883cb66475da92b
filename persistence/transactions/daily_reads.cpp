#include "persistence/context/reading.hpp"
#include "persistence/sql/open_transactions.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

/// Amounts are added up in two parts, of which neither can be too large for its type.
constexpr std::int64_t part_size = 1'000'000;

struct counted_row {
  sql_number count, large_parts, small_parts;

  /// A sum that no amount can hold is the largest one.
  counted_money read() const {
    std::int64_t whole = 0;
    const bool is_too_large = __builtin_mul_overflow(large_parts.value, part_size, &whole);
    constexpr auto dong_max = std::numeric_limits<std::int64_t>::max();
    return {count.value, {is_too_large ? dong_max : capped_sum(whole, small_parts.value)}};
  }
};

struct day_row {
  sql_text id, workspace, bank, account_number;
  counted_row credits, debits, links, orders;
  sql_number open, delivered, pending, failed;
};

std::string part(std::string_view condition, char operation) {
  return "CAST(COALESCE(SUM(CASE WHEN " + std::string{condition} + " THEN t.amount " + operation + ' ' +
         std::to_string(part_size) + " END), 0) AS BIGINT)";
}

std::string counted(std::string_view condition) {
  return "COUNT(CASE WHEN " + std::string{condition} + " THEN 1 END), " + part(condition, '/') + ", " +
         part(condition, '%');
}

// The callback of a link belongs to the credit that completed it.
const sql_statement<day_row(sql_number, sql_number, sql_text)> account_days_sql{[](dialect spoken) {
  constexpr std::string_view has_completed = "t.classification BETWEEN 0 AND 1 AND ";
  return "SELECT a.id, a.workspace_id, a.bank, a.number, " + counted("t.type = 0") + ", " + counted("t.type = 1") +
         ", " + counted(std::string{has_completed} + "t.link_row IS NOT NULL") + ", " +
         counted(std::string{has_completed} + "t.order_row IS NOT NULL") + ", COUNT(CASE WHEN " + is_open_sql("t") +
         " THEN 1 END), COUNT(CASE WHEN d.state = 1 THEN 1 END), COUNT(CASE WHEN d.state "
         "= 0 THEN 1 END), COUNT(CASE WHEN d.state = 2 THEN 1 END) FROM bank_accounts a LEFT JOIN transactions t ON "
         "t.account_row = a.row AND t.made_at >= 0 AND t.made_at >= :from AND t.made_at < :to LEFT JOIN deliveries d "
         "ON d.link_row = t.link_row AND d.transaction_row = t.row WHERE a.workspace_id" +
         std::string{is_among_texts(spoken)} +
         " AND (t.row IS NOT NULL OR a.removed_at IS NULL AND a.state <> 'pending') GROUP BY a.row, a.id, "
         "a.workspace_id, a.bank, a.number ORDER BY a.id";
}};

} // namespace

std::vector<account_day> answer(reading& at, const list_account_days& wanted) {
  std::vector<std::string> ids;
  for (const auto& one : wanted.in) ids.push_back(one.text());
  std::vector<account_day> days;
  at.db[account_days_sql].each(
      [&](const auto& columns) {
        const auto& [id, workspace, bank, account_number, credits, debits, links, orders, open, delivered, pending,
                     failed] = columns;
        days.push_back({.account = bank_account_id::from_store(id.view()),
                        .workspace = workspace_id::from_store(workspace.view()),
                        .bank = bank.value,
                        .account_number = account_number.value,
                        .credits = credits.read(),
                        .debits = debits.read(),
                        .links = links.read(),
                        .orders = orders.read(),
                        .open = open.value,
                        .callbacks_delivered = delivered.value,
                        .callbacks_pending = pending.value,
                        .callbacks_failed = failed.value});
      },
      to_millis(wanted.from), to_millis(wanted.to), to_json(ids));
  return days;
}

} // namespace paylink
