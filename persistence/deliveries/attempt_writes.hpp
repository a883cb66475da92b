#pragma once
#include "persistence/records/delivery_records.hpp"
#include "persistence/sql/connection.hpp"
#include "persistence/statistics/count_tally.hpp"

namespace paylink {

/// Stores attempts, and counts them: also how long a credit has waited until its callback was acknowledged.
class attempt_writes {
public:
  attempt_writes(connection& db, count_tally& tally) : db_{db}, tally_{tally} {}

  void store(const record_attempt& command, bool is_unconfirmed);
  /// Of a claim whose outcome nobody tells.
  void store_lost(std::int64_t delivery_row, workspace_id in, delivery_kind kind, const attempt& made);
  /// Counts an attempt that is stored.
  void count(const record_attempt& command);

private:
  /// Whether an attempt of an earlier round was acknowledged.
  bool was_acknowledged(const record_attempt& command);

  connection& db_;
  count_tally& tally_;
};

} // namespace paylink
