#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/errors/errc.hpp"
#include "persistence/records/resend_records.hpp"

namespace paylink {

/// A delivery that has ended and is to be sent again, with what its attempts carry from now on.
struct reopened_delivery {
  std::int64_t row = 0;
  callback_round round; ///< It begins with the attempt after the last one.
  std::string signature, key_id;
  std::string url;
};

// What sending again by hand has in common for deliveries of all kinds, on the writer's connection: a delivery stays
// one row. It becomes due again, under a new epoch, so that late outcomes of an older claim are discarded.

/// Whether the request may go on: `idempotency_key_reused`; `idempotency_in_progress`: the key was used since it was
/// looked up, so repeating the call returns its result.
result<void> check_resend_key(writing& at, const idempotency_key& key, workspace_id in);
/// Opens a round of each. Without any attempt so far, there is no round to note: its first one begins.
void open_rounds(writing& at, const std::vector<reopened_delivery>& all, const creator& asked_by);
void note_resend_key(writing& at, const idempotency_key& key, workspace_id in, std::string_view subject);
/// The counts of a walk's last portion.
void note_resend_key(writing& at, const idempotency_key& key, workspace_id in, const resend_counts& counts);

} // namespace paylink
