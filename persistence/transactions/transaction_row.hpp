#pragma once
#include "domain/banks/transaction.hpp"
#include "persistence/sql/connection.hpp"
#include "persistence/sql/transaction_place.hpp"

#include <string>

namespace paylink {

/// A transaction with its data from other tables.
struct transaction_row {
  static constexpr std::string_view columns =
      "t.row, t.made_at, t.id, t.workspace_id, a.id, v.id, COALESCE(v.number, a.number), a.bank, t.amount, t.type, "
      "t.content, t.occurred_at, t.received_at, t.source_id, t.classification, l.id, t.ambiguous, n.id, t.note, "
      "t.settled, o.own_id, CASE WHEN t.feed = 'STATEMENT' THEN 2 ELSE t.fetched END, t.unproved, "
      "t.imported_by, t.assigned_by";
  static constexpr std::string_view beside =
      " JOIN bank_accounts a ON a.row = t.account_row LEFT JOIN virtual_accounts v ON v.row = t.virtual_account_row "
      "LEFT JOIN payment_links l ON l.row = t.link_row LEFT JOIN payment_links n ON n.row = t.likely_link_row "
      "LEFT JOIN orders o ON o.row = t.order_row ";
  static std::string find_sql(dialect spoken, std::string_view wanted = columns) {
    return "SELECT " + std::string{wanted} + " FROM transactions t" + std::string{beside} + "WHERE t." +
           is_picked(spoken, transaction_place::rows_sql()) + " AND t.id = :id";
  }
  using find_parameters = joined_row<transaction_place::parameters, sql_row<sql_text>>;

  sql_number row, listed_at;
  sql_text id, workspace, account, virtual_account, account_number, bank;
  sql_number amount, type;
  sql_text content;
  sql_number occurred_at, received_at;
  sql_text bank_reference;
  sql_number classified;
  sql_text link;
  sql_number ambiguous;
  sql_text likely_link, note;
  sql_number settled;
  sql_text order;
  sql_number source, unproved;
  sql_text imported_by, assigned_by;

  bank_transaction read() const;
};

/// A transaction of the Workspace, with the recorded text.
std::optional<bank_transaction> read_transaction(connection& db, workspace_id in, transaction_id id);
/// It with its whole text, if the recorded one was cut.
bank_transaction with_whole_text(connection& db, bank_transaction one);

} // namespace paylink
