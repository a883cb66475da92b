#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "persistence/records/resend_records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/sql/used_keys.hpp"

namespace paylink {

/// A delivery that has ended and is to be sent again, with what its attempts carry from now on.
struct reopened_delivery {
  std::int64_t row = 0;
  callback_round round; ///< It begins with the attempt after the last one.
  std::string signature, key_id;
  std::string url;
};

/// What sending again by hand has in common for deliveries of all kinds, on the writer's connection: a delivery stays
/// one row. It becomes due again, under a new epoch, so that late outcomes of an older claim are discarded.
class round_writes {
public:
  round_writes(soci::session& session, dialect spoken);

  /// Whether the request may go on: `idempotency_key_reused`; `idempotency_in_progress`: the key was used since it was
  /// looked up, so repeating the call returns its result.
  result<void> check(const idempotency_key& key, workspace_id in, timestamp now);
  /// Opens a round of each. Without any attempt so far, there is no round to note: its first one begins.
  void open(const std::vector<reopened_delivery>& all, const creator& asked_by, timestamp now);
  void note_key(const idempotency_key& key, workspace_id in, std::string_view subject, timestamp now);
  /// The counts of a walk's last portion.
  void note_key(const idempotency_key& key, workspace_id in, const resend_counts& counts);

private:
  statement<sql_row<sql_text, sql_number>> reopen_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_text>> note_;
  used_keys keys_;
};

} // namespace paylink
