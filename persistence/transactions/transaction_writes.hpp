#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// What is noted beside transactions, on the writer's connection; none of it changes what they are.
class transaction_writes {
public:
  transaction_writes(soci::session& session, dialect spoken);

  result<bank_transaction> carry_out(const annotate_transaction& command, const moment& when);

  /// For a credit that found no link: remembers the link of its account whose reference its text misses by one
  /// character, if there is one.
  void note_near_miss(const record_entry& command, std::int64_t transaction_row);

private:
  statement<row<text, number, number>> annotate_;
  statement<row<text, number, text>, transaction_row> find_;
  statement<row<number, text, number>> note_likely_;
};

} // namespace paylink
