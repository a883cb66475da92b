#include "logging/log.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/sql/list_plan.hpp"
#include "persistence/sql/open_transactions.hpp"
#include "persistence/transactions/transaction_bounds.hpp"
#include "persistence/transactions/transaction_row.hpp"
#include "persistence/transactions/transaction_search.hpp"

namespace paylink {
namespace {

enum class order { rising, falling };
enum class selection { all, open };

// The next rows of one account: an unset filter is a range that includes everything. Open transactions have their own
// index. SQLite compares in this order: for a month, half a year ago, it passes over all rows since.
std::string of_account_sql(dialect spoken, order wanted, selection of, bool by_text) {
  const bool is_rising = wanted == order::rising;
  const std::string direction = is_rising ? "ASC" : "DESC";
  return "SELECT x.row FROM transactions x WHERE x.account_row = w.row AND x.made_at >= 0 AND x.occurred_at < :to AND "
         "x.occurred_at >= :from AND x.type BETWEEN :type_min AND :type_max AND x.amount BETWEEN :amount_min AND "
         ":amount_max AND COALESCE(x.classification, -1) BETWEEN :classification_min AND :classification_max AND "
         "(x.made_at, x.row) " +
         std::string{is_rising ? ">" : "<"} + " (:after_made, :after_row)" +
         (by_text ? std::string{choose(spoken, " AND x.content LIKE", " AND x.content ILIKE")} + " :content ESCAPE '!'"
                  : "") +
         (of == selection::open ? " AND " + is_open_sql("x") : "") + " ORDER BY x.made_at " + direction + ", x.row " +
         direction + " LIMIT :limit";
}

// For each account as many rows as a page has, and of these the first.
std::string listed_transactions_sql(dialect spoken, order wanted, selection of, bool by_text) {
  const auto rows = of_account_sql(spoken, wanted, of, by_text);
  const std::string direction = wanted == order::rising ? "ASC" : "DESC";
  const std::string accounts = "(SELECT b.row FROM bank_accounts b WHERE b.workspace_id IN (" +
                               std::string{texts_of_json(spoken)} +
                               ") AND b.id BETWEEN :account_min AND :account_max) w";
  const std::string chosen = choose(spoken, " JOIN transactions t ON t.row IN (" + rows + ")",
                                    " JOIN LATERAL (" + rows + ") c ON TRUE JOIN transactions t ON t.row = c.row");
  return "SELECT " + sql_columns<transaction_row>() + " FROM " + accounts + chosen +
         std::string{transaction_row::beside} + "ORDER BY t.made_at " + direction + ", t.row " + direction +
         " LIMIT :page_limit";
}

// A list without a text search has its own statements, so that no planner reads the text index for it.
using plain_signature = transaction_row(sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                                        sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                                        sql_number, sql_number);
const sql_statement<plain_signature> rising_transactions_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::rising, selection::all, false); }};
const sql_statement<plain_signature> falling_transactions_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::falling, selection::all, false); }};
const sql_statement<plain_signature> rising_open_transactions_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::rising, selection::open, false); }};
const sql_statement<plain_signature> falling_open_transactions_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::falling, selection::open, false); }};

using by_text_signature = transaction_row(sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                                          sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                                          sql_text, sql_number, sql_number);
const sql_statement<by_text_signature> rising_by_text_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::rising, selection::all, true); }};
const sql_statement<by_text_signature> falling_by_text_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::falling, selection::all, true); }};
const sql_statement<by_text_signature> rising_open_by_text_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::rising, selection::open, true); }};
const sql_statement<by_text_signature> falling_open_by_text_sql{
    [](dialect spoken) { return listed_transactions_sql(spoken, order::falling, selection::open, true); }};

const auto& plain_list(const transaction_filter& filter) {
  if (filter.needs_attention) return filter.ascending ? rising_open_transactions_sql : falling_open_transactions_sql;
  return filter.ascending ? rising_transactions_sql : falling_transactions_sql;
}

const auto& list_by_text(const transaction_filter& filter) {
  if (filter.needs_attention) return filter.ascending ? rising_open_by_text_sql : falling_open_by_text_sql;
  return filter.ascending ? rising_by_text_sql : falling_by_text_sql;
}

std::optional<page<bank_transaction>> search_index(reading& at, const transaction_filter& filter) {
  if (!at.has_text_index) return std::nullopt;
  try {
    return search_transactions(at.db, filter);
  } catch (const soci::soci_error& error) {
    if (has_taken_too_long(error)) throw;
    at.has_text_index = false;
    at.has_lost_text_index = true;
    std::string buffer;
    log::warning("search.index_failed", {{"reason", loggable_text(error, buffer)}});
    return std::nullopt;
  }
}

} // namespace

page<bank_transaction> answer(reading& at, const list_transactions& wanted) {
  const auto& filter = wanted.filter;
  if (auto found = search_index(at, filter)) return std::move(*found);
  const transaction_bounds in{filter};
  const auto limit = std::int64_t{filter.limit} + 1;
  page<bank_transaction> page;
  const auto read = [&](const auto& list, const auto&... content) {
    at.db[list].each(
        [&](const transaction_row& columns) {
          page.has_more = std::ssize(page.rows) == filter.limit;
          if (!page.has_more) page.rows.push_back(columns.read());
        },
        in.workspaces, in.account_min, in.account_max, in.to, in.from, in.type_min, in.type_max, in.amount_min,
        in.amount_max, in.class_min, in.class_max, in.after_made, in.after_row, content..., limit, limit);
  };
  const bool by_text = !filter.content.empty();
  const planned_list planned{at.db, by_text ? list_plan::for_values : list_plan::in_order};
  if (by_text)
    read(list_by_text(filter), in.content);
  else
    read(plain_list(filter));
  return page;
}

result<bank_transaction> answer(reading& at, const find_transaction& wanted) {
  auto found = read_transaction(at.db, wanted.in, wanted.id);
  if (!found) return errc::not_found;
  return with_whole_text(at.db, std::move(*found));
}

} // namespace paylink
