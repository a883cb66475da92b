#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// Notes about transactions, on the writer's connection; they do not change the transactions themselves.
class transaction_writes {
public:
  transaction_writes(soci::session& session, dialect spoken, audit_writes& log);

  result<bank_transaction> carry_out(const annotate_transaction& command, const moment& when);

  /// For a credit that matched no link: stores the link of its account whose reference is in the text with one wrong
  /// character, if there is one.
  void note_near_miss(const record_entry& command, std::int64_t transaction_row);

private:
  audit_writes& log_;
  statement<sql_row<sql_text, sql_number, sql_number>> annotate_;
  statement<transaction_row::find_parameters, transaction_row> find_;
  whole_texts whole_;
  statement<sql_row<sql_number, sql_text, sql_number>> note_likely_;
};

} // namespace paylink
