#pragma once
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// Finds transactions whose text contains another, on SQLite, with the text index attached to the session. Rows that
/// are not indexed yet are read one by one.
class transaction_search {
public:
  /// Throws soci::soci_error, as `list` does, if no index is attached or it is damaged.
  explicit transaction_search(soci::session& session);

  /// The page, or none if the index does not help: the text is shorter than three characters, or so frequent that
  /// reading backwards finds a page soon.
  std::optional<page<bank_transaction>> list(const transaction_filter& filter);

private:
  using page_statement = statement<row<text, number, text, text, number, number, number, number, number, number, number,
                                       number, number, number, text, number, number>,
                                   transaction_row>;
  statement<row<text, text, text>, row<number>> accounts_;
  statement<row<>, row<number, number>> progress_;
  statement<row<text>, row<number>> hits_;
  page_statement rising_, falling_;
};

} // namespace paylink
