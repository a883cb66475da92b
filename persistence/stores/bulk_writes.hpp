#pragma once
#include "persistence/credits/bulk_credits.hpp"
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/delivery_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/sql/column_arrays.hpp"
#include "persistence/stores/new_outcome.hpp"

namespace paylink {

/// Settles the ordinary credits and outcomes of a batch with a few statements for all of them: on PostgreSQL every
/// statement is a round trip. Special cases (duplicates, rejected entries, outcomes of lost claims) are left to the
/// verbs for single commands.
class bulk_writes {
public:
  using replies = bulk_replies;

  bulk_writes(soci::session& session, const store_context& context, batch_claims& claims, transaction_writes& notes,
              webhook_events& events, endpoint_watch& endpoints, attempt_writes& attempts, count_tally& tally);

  /// Fills the replies of the commands that it has carried out; `given` has an empty element for each command.
  void run(std::span<const write_command> batch, const moment& when, replies& given);

private:
  struct outcome {
    std::size_t place = 0;
    const record_attempt* command = nullptr;
    settled_attempt settled{};
  };
  void record_attempts(std::vector<outcome> outcomes, timestamp now, replies& given);

  const store_context& context_;
  endpoint_watch& endpoints_;
  attempt_writes& attempts_;
  bulk_credits credits_;
  statement<joined_row<column_arrays<outcome_columns>::parameters, sql_row<sql_text>>, sql_row<sql_number>> settle_;
};

} // namespace paylink
