#include "persistence/transactions/transaction_search.hpp"

#include "persistence/sql/open_transactions.hpp"
#include "persistence/transactions/text_index.hpp"
#include "persistence/transactions/transaction_bounds.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {
namespace {

// More candidates than this: the text is so frequent in these accounts that a page of it is found soon without them. To
// read so many takes as long as to find a page of them among a million.
constexpr int candidates_max = 4'000;
// With more unindexed rows or corrections than this, the index is too far behind to be used.
constexpr std::int64_t fresh_rows_max = 20'000;

// There is such an index on SQLite alone.
std::string of_text_index(dialect spoken, const std::string& sql) { return choose(spoken, sql, std::string{}); }

const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_text)> searched_accounts_sql{[](dialect spoken) {
  return of_text_index(spoken, "SELECT b.row FROM bank_accounts b WHERE b.workspace_id IN (SELECT value FROM "
                               "json_each(:texts)) AND b.id BETWEEN :account_min AND :account_max");
}};

const sql_statement<sql_row<sql_number, sql_number, sql_number, sql_number>()> text_index_progress_sql{
    [](dialect spoken) {
      return of_text_index(
          spoken, "SELECT p.row, (SELECT MAX(row) FROM transactions), p.correction, (SELECT MAX(number) FROM "
                  "corrected_texts) FROM texts.progress p WHERE (p.row = 0 OR p.id = (SELECT t.id || ' ' || "
                  "t.received_at FROM transactions t WHERE t.row = p.row)) AND (p.correction = 0 OR p.mark = (SELECT "
                  "m.mark FROM corrected_texts m WHERE m.number = p.correction))");
    }};

const sql_statement<sql_row<sql_number>(sql_text)> text_index_hits_sql{[](dialect spoken) {
  return of_text_index(spoken, "SELECT rowid FROM texts.transfer_texts WHERE transfer_texts MATCH :expression LIMIT " +
                                   std::to_string(candidates_max + 1));
}};

// Unindexed rows are candidates if their text matches, and rows whose text was replaced until it is indexed. The index
// still has the former text of such a row, which therefore must match itself.
std::string searched_page_sql(const char* comparison, const char* direction) {
  return "SELECT " + sql_columns<transaction_row>() +
         " FROM (SELECT value AS row FROM json_each(:candidates) UNION SELECT f.row FROM transactions f WHERE f.row > "
         ":indexed AND f.content LIKE :fresh ESCAPE '!' UNION SELECT transaction_row FROM corrected_texts WHERE number "
         "> :corrected) c CROSS JOIN transactions t ON t.row = c.row" +
         std::string{transaction_row::beside} +
         "WHERE t.account_row IN (SELECT value FROM json_each(:accounts)) AND (t.made_at, t.row) " + comparison +
         " (:after_made, :after_row) AND t.occurred_at >= :from AND t.occurred_at < :to AND t.type BETWEEN :type_min "
         "AND :type_max AND t.amount BETWEEN :amount_min AND :amount_max AND COALESCE(t.classification, -1) BETWEEN "
         ":class_min AND :class_max AND t.content LIKE :content ESCAPE '!' AND (:wants_open = 0 OR " +
         is_open_sql("t") + ") ORDER BY t.made_at " + direction + ", t.row " + direction + " LIMIT :page_limit";
}

using search_signature = transaction_row(sql_text, sql_number, sql_text, sql_number, sql_text, sql_number, sql_number,
                                         sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                                         sql_number, sql_number, sql_text, sql_number, sql_number);
const sql_statement<search_signature> rising_search_sql{
    [](dialect spoken) { return of_text_index(spoken, searched_page_sql(">", "ASC")); }};
const sql_statement<search_signature> falling_search_sql{
    [](dialect spoken) { return of_text_index(spoken, searched_page_sql("<", "DESC")); }};

std::string json_of(const std::vector<std::int64_t>& numbers) {
  std::string json = "[";
  for (const auto number : numbers) json.append(json.size() > 1 ? "," : "").append(std::to_string(number));
  return json + "]";
}

} // namespace

std::optional<page<bank_transaction>> search_transactions(connection& db, const transaction_filter& filter) {
  if (filter.content.empty()) return std::nullopt;
  const transaction_bounds in{filter};
  std::vector<std::int64_t> accounts;
  db[searched_accounts_sql].each([&](const auto& columns) { accounts.push_back(column_at<0>(columns).value); },
                                 in.workspaces, in.account_min, in.account_max);
  const auto expression = text_index::expression_of(filter.content, accounts);
  if (expression.empty()) return std::nullopt;
  // Read before the index: rows added meanwhile are found twice instead of missed. An index of other rows, as after a
  // restore, is not used.
  auto& progress = db[text_index_progress_sql];
  if (!progress.first()) return std::nullopt;
  const auto indexed = progress.column<0>().value, corrected = progress.column<2>().value;
  if (progress.column<1>().or_zero() - indexed > fresh_rows_max) return std::nullopt;
  if (progress.column<3>().or_zero() - corrected > fresh_rows_max) return std::nullopt;
  std::vector<std::int64_t> candidates;
  db[text_index_hits_sql].each([&](const auto& columns) { candidates.push_back(column_at<0>(columns).value); },
                               expression);
  if (candidates.size() > candidates_max) return std::nullopt;

  const auto limit = std::int64_t{filter.limit} + 1;
  page<bank_transaction> page;
  db[filter.ascending ? rising_search_sql : falling_search_sql].each(
      [&](const transaction_row& columns) {
        page.has_more = std::ssize(page.rows) == filter.limit;
        if (!page.has_more) page.rows.push_back(columns.read());
      },
      json_of(candidates), indexed, in.content, corrected, json_of(accounts), in.after_made, in.after_row, in.from,
      in.to, in.type_min, in.type_max, in.amount_min, in.amount_max, in.class_min, in.class_max, in.content,
      std::int64_t{filter.needs_attention}, limit);
  return page;
}

} // namespace paylink
