#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_progress.hpp"
#include "domain/errors/errc.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <vector>

/// The stores' records about deliveries and their attempts.
namespace paylink {

struct claimed_jobs {
  std::vector<delivery_job> jobs;
  std::vector<delivery_queue>
      queues; ///< Queues with waiting deliveries; for `claim_queue` that queue if it has more, or none.
  std::optional<timestamp> next_due; ///< The earliest time of waiting deliveries, for `claim_queue` of those that it
                                     ///< has given another time; none if there are none.
  bool more = false;                 ///< The limit was reached: look again at once.
};

/// Reads up to `limit` due deliveries (pending, `next_at` reached, no valid lease) and claims those that the gate
/// admits; the others wait in their queues from now on, and this query does not meet them again.
struct claim_due {
  using reply = claimed_jobs;
  int limit = 256;
  bool list_queues = false; ///< Also list all queues, including those filled by other nodes.
};
result<claimed_jobs> carry_out(writing& at, const claim_due& command);

/// Claims the first deliveries of one queue, as many as the gate admits.
struct claim_queue {
  using reply = claimed_jobs;
  delivery_queue queue;
  int limit = 128;
};
result<claimed_jobs> carry_out(writing& at, const claim_queue& command);

// A claim is identified by its row, its epoch and its event: after a failover that has lost rows, the row may contain
// another event.

/// Releases a claim whose request was not sent: the delivery waits in its queue again, and the next claim uses its
/// attempt number. `conflict` if it was claimed again meanwhile.
struct hand_back {
  using reply = no_reply;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};
result<no_reply> carry_out(writing& at, const hand_back& command);

/// Claims the next attempt of one delivery whose delay is over. `conflict` if it was claimed meanwhile, its webhook is
/// disabled (then it is skipped), or its chat may not be told now (then it is given another time).
struct claim_delivery {
  using reply = delivery_job;
  std::int64_t row = 0;
  std::int64_t epoch = 0; ///< Of the claim before the delay.
  std::string event_id;
};
result<delivery_job> carry_out(writing& at, const claim_delivery& command);

/// Extends a lease whose request has not been sent yet. `conflict` if it was claimed again meanwhile.
struct extend_lease {
  using reply = no_reply;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};
result<no_reply> carry_out(writing& at, const extend_lease& command);

/// The delivery's state after its attempt is stored.
struct recorded_attempt {
  bool stale = false; ///< Another claim owns the delivery now; this outcome was discarded.
  delivery::progress progress;
  timestamp decided_at; ///< By the clock that set these times, which need not be the node's.
};

/// Stores an attempt and its consequence: delivered, failed, or the time of the next attempt.
struct record_attempt {
  using reply = recorded_attempt;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
  attempt made;
  int round_start = 0;      ///< From the claim.
  workspace_id workspace{}; ///< With `url`, the delivery's: to detect that a failing endpoint has recovered.
  std::string url{};
  std::shared_ptr<const webhook_target> webhook{}; ///< Null for a callback.
  std::optional<attempt_judgement> judged{};       ///< None: the specification's table judges.
  delivery_kind kind = delivery_kind::link_callback;
  timestamp raised_at{};                  ///< When the delivery was recorded.
  std::optional<early_verdict> earlier{}; ///< From the claim.
};
result<recorded_attempt> carry_out(writing& at, const record_attempt& command);

/// What an attempt of a claimed job has come to.
inline record_attempt outcome_of(const delivery_job& job, attempt made,
                                 std::optional<attempt_judgement> judged = std::nullopt) {
  return {.row = job.row,
          .epoch = job.epoch,
          .event_id = job.event_id,
          .made = std::move(made),
          .round_start = job.round_start,
          .workspace = job.workspace,
          .url = job.url,
          .webhook = job.webhook,
          .judged = std::move(judged),
          .kind = job.kind,
          .raised_at = job.raised_at,
          .earlier = job.earlier};
}

/// A link's callback as the API shows it.
struct callback_record {
  event_id id;
  delivery::progress progress;
  std::string url;
  std::string body;
  bool is_purged = false; ///< Its body is gone, with those of its answers.
  std::int64_t signed_at = 0;
  std::string signature, agent, brand;
  int last_attempt = 0; ///< The last attempt number used; 0: none yet.
  timestamp created_at;
  std::vector<attempt> attempts;
  std::vector<callback_round> rounds; ///< The requested rounds, in order.
};

using delivery_verbs = verbs<claim_due, claim_queue, hand_back, claim_delivery, extend_lease, record_attempt>;

/// The callback of a link. `not_found`.
struct find_callback {
  workspace_id in;
  std::int64_t link_row = 0;
};
result<callback_record> answer(reading& at, const find_callback& wanted);

/// How many deliveries are pending or being sent, in the whole database.
struct count_unfinished_deliveries {};
std::int64_t answer(reading& at, const count_unfinished_deliveries& wanted);

} // namespace paylink
