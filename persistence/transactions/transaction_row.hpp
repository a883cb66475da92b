#pragma once
#include "domain/banks/transaction.hpp"
#include "persistence/sql/connection.hpp"
#include "persistence/sql/transaction_place.hpp"

#include <string>

namespace paylink {

/// A transaction with its data from other tables.
struct transaction_row {
  static constexpr std::string_view beside =
      " JOIN bank_accounts a ON a.row = t.account_row LEFT JOIN virtual_accounts v ON v.row = t.virtual_account_row "
      "LEFT JOIN payment_links l ON l.row = t.link_row LEFT JOIN payment_links n ON n.row = t.likely_link_row "
      "LEFT JOIN orders o ON o.row = t.order_row ";
  static std::string find_sql(dialect spoken, std::string_view wanted) {
    return "SELECT " + std::string{wanted} + " FROM transactions t" + std::string{beside} + "WHERE t." +
           is_picked(spoken, transaction_place::rows_sql()) + " AND t.id = :id";
  }
  using find_parameters = joined_row<transaction_place::parameters, sql_row<sql_text>>;

  number_column<"t.row"> row;
  number_column<"t.made_at"> listed_at;
  text_column<"t.id"> id;
  text_column<"t.workspace_id"> workspace;
  text_column<"a.id"> account;
  text_column<"v.id"> virtual_account;
  text_column<"COALESCE(v.number, a.number)"> account_number;
  text_column<"a.bank"> bank;
  number_column<"t.amount"> amount;
  number_column<"t.type"> type;
  text_column<"t.content"> content;
  number_column<"t.occurred_at"> occurred_at;
  number_column<"t.received_at"> received_at;
  text_column<"t.source_id"> bank_reference;
  number_column<"t.classification"> classified;
  text_column<"l.id"> link;
  number_column<"t.ambiguous"> ambiguous;
  text_column<"n.id"> likely_link;
  text_column<"t.note"> note;
  number_column<"t.settled"> settled;
  text_column<"o.own_id"> order;
  number_column<"CASE WHEN t.feed = 'STATEMENT' THEN 2 ELSE t.fetched END"> source;
  number_column<"t.unproved"> unproved;
  text_column<"t.imported_by"> imported_by;
  text_column<"t.assigned_by"> assigned_by;

  bank_transaction read() const;
};

/// A transaction of the Workspace, with the recorded text.
std::optional<bank_transaction> read_transaction(connection& db, workspace_id in, transaction_id id);
/// It with its whole text, if the recorded one was cut.
bank_transaction with_whole_text(connection& db, bank_transaction one);

} // namespace paylink
