#pragma once
#include "persistence/deliveries/new_attempt.hpp"
#include "persistence/records/delivery_records.hpp"
#include "persistence/statistics/count_tally.hpp"

namespace paylink {

/// Stores attempts, and counts them: also how long a credit has waited until its callback was acknowledged.
class attempt_writes {
public:
  attempt_writes(soci::session& session, count_tally& tally);

  void store(const record_attempt& command, bool is_unconfirmed);
  /// Of a claim whose outcome nobody tells.
  void store_lost(std::int64_t delivery_row, workspace_id in, delivery_kind kind, const attempt& made);
  /// Counts an attempt that is stored.
  void count(const record_attempt& command);

private:
  void insert(const new_attempt& made);
  /// Whether an attempt of an earlier round was acknowledged.
  bool was_acknowledged(const record_attempt& command);

  count_tally& tally_;
  statement<decltype(attempt_columns)::parameters<>> insert_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> acknowledged_before_;
};

} // namespace paylink
