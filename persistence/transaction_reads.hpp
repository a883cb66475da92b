#pragma once
#include "persistence/dialect.hpp"
#include "persistence/rows.hpp"

namespace paylink {

/// What is asked about transactions, on one reading connection.
class transaction_reads {
public:
  transaction_reads(soci::session& session, dialect spoken);

  page<bank_transaction> list(const transaction_filter& filter);
  result<bank_transaction> find(workspace_id in, transaction_id id);

private:
  using list_statement = statement<row<text, text, text, number, number, number, number, number, number, number, number,
                                       number, number, text, number, number>,
                                   transaction_row>;
  list_statement rising_, falling_, open_rising_, open_falling_;
  statement<row<text, number, text>, transaction_row> find_;
};

} // namespace paylink
