#pragma once
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// Notes about transactions, on the writer's connection; they do not change the transactions themselves.
class transaction_writes {
public:
  explicit transaction_writes(connection& db) : db_{db} {}

  /// For a credit that matched no link: stores the link of its account whose reference is in the text with one wrong
  /// character, if there is one.
  void note_near_miss(const record_entry& command, std::int64_t transaction_row);

private:
  connection& db_;
};

} // namespace paylink
