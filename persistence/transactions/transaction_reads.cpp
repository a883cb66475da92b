#include "persistence/transactions/transaction_reads.hpp"

#include "logging/log.hpp"
#include "persistence/sql/list_plan.hpp"
#include "persistence/sql/open_transactions.hpp"
#include "persistence/transactions/transaction_bounds.hpp"

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
         (by_text ? std::string{spoken == dialect::postgresql ? " AND x.content ILIKE" : " AND x.content LIKE"} +
                        " :content ESCAPE '!'"
                  : "") +
         (of == selection::open ? " AND " + is_open_sql("x") : "") + " ORDER BY x.made_at " + direction + ", x.row " +
         direction + " LIMIT :limit";
}

// For each account as many rows as a page has, and of these the first.
std::string transactions_sql(dialect spoken, order wanted, selection of, bool by_text) {
  const auto rows = of_account_sql(spoken, wanted, of, by_text);
  const std::string direction = wanted == order::rising ? "ASC" : "DESC";
  const std::string accounts = "(SELECT b.row FROM bank_accounts b WHERE b.workspace_id IN (" +
                               std::string{texts_of_json(spoken)} +
                               ") AND b.id BETWEEN :account_min AND :account_max) w";
  const std::string chosen = spoken == dialect::postgresql
                                 ? " JOIN LATERAL (" + rows + ") c ON TRUE JOIN transactions t ON t.row = c.row"
                                 : " JOIN transactions t ON t.row IN (" + rows + ")";
  return "SELECT " + std::string{transaction_row::columns} + " FROM " + accounts + chosen +
         std::string{transaction_row::beside} + "ORDER BY t.made_at " + direction + ", t.row " + direction +
         " LIMIT :page_limit";
}

} // namespace

template <class List>
transaction_reads::in_each_order<List>::in_each_order(soci::session& session, dialect spoken, bool by_text)
    : rising{session, transactions_sql(spoken, order::rising, selection::all, by_text)},
      falling{session, transactions_sql(spoken, order::falling, selection::all, by_text)},
      open_rising{session, transactions_sql(spoken, order::rising, selection::open, by_text)},
      open_falling{session, transactions_sql(spoken, order::falling, selection::open, by_text)} {}

template <class List>
List& transaction_reads::in_each_order<List>::for_filter(const transaction_filter& filter) {
  if (filter.needs_attention) return filter.ascending ? open_rising : open_falling;
  return filter.ascending ? rising : falling;
}

transaction_reads::transaction_reads(soci::session& session, dialect spoken, bool has_text_index)
    : session_{session}, spoken_{spoken}, lists_{session, spoken, false}, lists_by_text_{session, spoken, true},
      find_{session, transaction_row::find_sql(spoken)}, whole_{session} {
  if (!has_text_index) return;
  try {
    search_.emplace(session);
  } catch (const soci::soci_error& error) {
    lose_text_index(error);
  }
}

void transaction_reads::lose_text_index(const soci::soci_error& error) {
  search_.reset();
  lost_text_index_ = true;
  std::string buffer;
  log::warning("search.index_failed", {{"reason", loggable_text(error, buffer)}});
}

std::optional<page<bank_transaction>> transaction_reads::search(const transaction_filter& filter) {
  try {
    if (search_) return search_->list(filter);
  } catch (const soci::soci_error& error) {
    if (has_taken_too_long(error)) throw;
    lose_text_index(error);
  }
  return std::nullopt;
}

page<bank_transaction> transaction_reads::list(const transaction_filter& filter) {
  if (auto found = search(filter)) return std::move(*found);
  const transaction_bounds in{filter};
  const auto limit = std::int64_t{filter.limit} + 1;
  page<bank_transaction> page;
  const auto read = [&](auto& list, const auto&... content) {
    list.each(
        [&](const transaction_row& columns) {
          page.has_more = std::ssize(page.rows) == filter.limit;
          if (!page.has_more) page.rows.push_back(columns.read());
        },
        in.workspaces, in.account_min, in.account_max, in.to, in.from, in.type_min, in.type_max, in.amount_min,
        in.amount_max, in.class_min, in.class_max, in.after_made, in.after_row, content..., limit, limit);
  };
  const bool by_text = !filter.content.empty();
  std::optional<list_plan> plan;
  if (spoken_ == dialect::postgresql) plan = by_text ? list_plan::for_values : list_plan::in_order;
  const planned_list planned{session_, plan};
  if (by_text)
    read(lists_by_text_.for_filter(filter), in.content);
  else
    read(lists_.for_filter(filter));
  return page;
}

result<bank_transaction> transaction_reads::find(workspace_id in, transaction_id id) {
  const auto is_found =
      transaction_place{in, id}.with_parameters([&](const auto&... place) { return find_.first(place..., id.view()); });
  if (!is_found) return errc::not_found;
  return whole_.complete(find_.out().read());
}

} // namespace paylink
