#pragma once
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// Finds transactions whose text contains another, on SQLite, with the text index attached to the session. Rows that
/// are not indexed yet, or not with their present text, are read one by one.
class transaction_search {
public:
  /// Throws soci::soci_error, as `list` does, if no index is attached or it is damaged.
  explicit transaction_search(soci::session& session);

  /// The page, or none if the index does not help: the text is shorter than three characters, or so frequent that
  /// reading backwards finds a page soon.
  std::optional<page<bank_transaction>> list(const transaction_filter& filter);

private:
  using page_statement = statement<
      sql_row<sql_text, sql_number, sql_text, sql_number, sql_text, sql_number, sql_number, sql_number, sql_number,
              sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>,
      transaction_row>;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number>> accounts_;
  statement<sql_row<>, sql_row<sql_number, sql_number, sql_number, sql_number>> progress_;
  statement<sql_row<sql_text>, sql_row<sql_number>> hits_;
  page_statement rising_, falling_;
};

} // namespace paylink
