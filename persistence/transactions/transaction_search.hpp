#pragma once
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// Transactions whose text holds another, on SQLite, by the index of texts that is attached to the session. Rows that
/// the index has not come to yet are read one by one.
class transaction_search {
public:
  /// Throws soci::soci_error, as `list` does: where no index is attached, or it is damaged.
  explicit transaction_search(soci::session& session);

  /// The page, or none where the index does not help: the text is shorter than three characters, or so frequent that
  /// whoever goes back in time finds a page soon.
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
