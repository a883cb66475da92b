#include "persistence/transaction_reads.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_ids = "~";

enum class order { rising, falling };
enum class selection { all, open };

// The next rows of one account: a filter that is not set is a range that holds everything. What is open is read from an
// index of its own.
std::string of_account_sql(dialect spoken, order wanted, selection of) {
  const bool is_rising = wanted == order::rising;
  const std::string direction = is_rising ? "ASC" : "DESC";
  return "SELECT x.row FROM transactions x WHERE x.account_row = w.row AND x.made_at >= 0 AND (x.made_at, x.row) " +
         std::string{is_rising ? ">" : "<"} +
         " (:after_made, :after_row) AND x.occurred_at >= :from AND x.occurred_at < :to AND x.type BETWEEN :type_min "
         "AND :type_max AND x.amount BETWEEN :amount_min AND :amount_max AND COALESCE(x.classification, -1) BETWEEN "
         ":classification_min AND :classification_max AND x.content " +
         std::string{spoken == dialect::postgresql ? "ILIKE" : "LIKE"} + " :content ESCAPE '!'" +
         (of == selection::open ? " AND x.settled = 0 AND (x.classification BETWEEN 2 AND 5 OR x.ambiguous = 1 OR "
                                  "x.likely_link_row IS NOT NULL)"
                                : "") +
         " ORDER BY x.made_at " + direction + ", x.row " + direction + " LIMIT :limit";
}

// Of each account as many as a page takes, and of these the first.
std::string list_sql(dialect spoken, order wanted, selection of) {
  const auto rows = of_account_sql(spoken, wanted, of);
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

/// A pattern of LIKE that finds `text` anywhere.
std::string containing(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c;
  }
  return pattern + (text.empty() ? "" : "%");
}

std::string to_json(const std::vector<workspace_id>& workspaces) {
  std::string json = "[";
  for (const auto& id : workspaces) json.append(json.size() > 1 ? ",\"" : "\"").append(id.view()).append("\"");
  return json + "]";
}

} // namespace

transaction_reads::transaction_reads(soci::session& session, dialect spoken)
    : rising_{session, list_sql(spoken, order::rising, selection::all)},
      falling_{session, list_sql(spoken, order::falling, selection::all)},
      open_rising_{session, list_sql(spoken, order::rising, selection::open)},
      open_falling_{session, list_sql(spoken, order::falling, selection::open)},
      find_{session, transaction_row::find_sql()} {}

page<bank_transaction> transaction_reads::list(const transaction_filter& filter) {
  const auto rank = [](auto value) { return static_cast<std::int64_t>(value); };
  auto& of_all = filter.ascending ? rising_ : falling_;
  auto& of_open = filter.ascending ? open_rising_ : open_falling_;
  const auto start = filter.ascending ? least : greatest;
  const auto after_made = filter.after ? to_millis(filter.after->first) : start;
  const auto after_row = filter.after ? filter.after->second : start;
  const auto limit = std::int64_t{filter.limit} + 1;

  page<bank_transaction> page;
  (filter.needs_attention ? of_open : of_all)
      .each(
          [&](const transaction_row& columns) {
            page.has_more = std::ssize(page.rows) == filter.limit;
            if (!page.has_more) page.rows.push_back(columns.read());
          },
          to_json(filter.workspaces), filter.account ? filter.account->view() : std::string_view{},
          filter.account ? filter.account->view() : behind_ids, after_made, after_row,
          filter.from ? to_millis(*filter.from) : least, filter.to ? to_millis(*filter.to) : greatest,
          filter.type ? rank(*filter.type) : 0, filter.type ? rank(*filter.type) : 1,
          filter.min_amount ? filter.min_amount->dong : 0, filter.max_amount ? filter.max_amount->dong : greatest,
          filter.classified ? rank(*filter.classified) : -1,
          filter.without_link ? -1
          : filter.classified ? rank(*filter.classified)
                              : 6,
          containing(filter.content), limit, limit);
  return page;
}

result<bank_transaction> transaction_reads::find(workspace_id in, transaction_id id) {
  if (!find_.first(in.view(), to_millis(id.made_at()), id.view())) return errc::not_found;
  return find_.out().read();
}

} // namespace paylink
