#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_life.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <vector>

/// What the stores take and give about deliveries and their attempts.
namespace paylink {

struct claimed_jobs {
  std::vector<delivery_job> jobs;
  std::vector<delivery_line> lines;  ///< In which deliveries wait; of `claim_line` the one that has more, or none.
  std::optional<timestamp> next_due; ///< The earliest time of what waits for one; none when nothing does.
  bool more = false;                 ///< The limit cut the look at what is due: look again at once.
};

/// Looks at `limit` due deliveries (pending, `next_at` has come, no living lease) and claims those that the gate
/// admits; each of the others stands in its line from now on, and no such look comes upon it again.
struct claim_due {
  using reply = claimed_jobs;
  int limit = 256;
  bool list_lines = false; ///< Also tell which lines there are, whoever put deliveries into them.
};

/// Claims the first deliveries of one line, as many as the gate admits.
struct claim_line {
  using reply = claimed_jobs;
  delivery_line line;
  int limit = 128;
};

// A claim is named by its row, its epoch and its event: behind a failover that has lost rows, another event may stand
// in the row.

/// Gives up a claim whose request was not sent: the delivery stands in its line again, and its attempt's number is
/// used by the next claim. `conflict` when another claim came between.
struct hand_back {
  using reply = no_reply;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};

/// Claims the next attempt of one delivery whose wait is over. `conflict` when another claim came between.
struct claim_delivery {
  using reply = delivery_job;
  std::int64_t row = 0;
  std::int64_t epoch = 0; ///< Of the claim that ended with the wait.
  std::string event_id;
};

/// Lengthens a lease whose request has not been sent yet. `conflict` when another claim came between.
struct extend_lease {
  using reply = no_reply;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
};

/// How the delivery stands after its attempt is stored.
struct recorded_attempt {
  bool stale = false; ///< Another claim owns the delivery by now; this outcome was discarded.
  delivery::life life;
  timestamp decided_at; ///< By the clock that has set the life's times, which need not be the node's.
};

/// Stores an attempt and what follows from it: acknowledged, failed, or the time of the next.
struct record_attempt {
  using reply = recorded_attempt;
  std::int64_t row = 0;
  std::int64_t epoch = 0;
  std::string event_id;
  attempt made;
  int round_start = 0;      ///< As the claim told it.
  workspace_id workspace{}; ///< With `url`, of the delivery: tells whether an endpoint that was failing is well again.
  std::string url{};
};

/// A link's callback as the API shows it.
struct callback_record {
  event_id id;
  delivery::life life;
  std::string url;
  std::string body;
  std::int64_t signed_at = 0;
  std::string signature, agent, brand;
  int last_attempt = 0; ///< The number given last; 0: none yet.
  timestamp created_at;
  std::vector<attempt> attempts;
  std::vector<callback_round> rounds; ///< That were asked for, in their order.
};

using delivery_verbs = verbs<claim_due, claim_line, hand_back, claim_delivery, extend_lease, record_attempt>;

} // namespace paylink
