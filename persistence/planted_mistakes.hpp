#pragma once
#include "persistence/link_truth.hpp"
#include "persistence/planted_sql.hpp"
#include "persistence/store.hpp"

#include <set>
#include <tuple>
#include <unordered_map>

/// Those of the planted bugs that take more than a line. Nothing of this is called in a build without them.
namespace paylink::planted {

/// What the store is told of retries: `eleventh_attempt`, `wait_not_doubled`.
store_context mistaken(store_context context);

/// What an attempt is taken for: `takes_302_for_success`, `retries_after_2xx`, `sends_after_terminal`.
attempt mistaken(attempt made);

/// A statement of the schema, without the key that stands in the way of `second_event_per_link`, `forgets_dedupe` or
/// `quota_counts_duplicates`.
std::string without_key(std::string sql);

/// Signs a claimed attempt with the time of its claim: `signs_when_sending`.
void sign_anew(soci::session& session, event_signer& signer, delivery_job& job, timestamp now);

/// Lets the waits and the limit of every delivery begin anew: `ignores_retry_state_after_restart`.
void forget_attempts(soci::session& session);

/// What the verbs of entries remember from one command to the next.
struct memory {
  struct uncounted_transaction {
    user_id owner;
    std::string month;
    std::int64_t row = 0;
  };
  std::unordered_map<std::int64_t, link_truth> truths;                  ///< As the batch began, by their references.
  std::vector<uncounted_transaction> uncounted;                         ///< Until the batch is committed.
  std::set<std::tuple<std::int64_t, std::string, std::string>> entries; ///< Seen by this connection.
};

} // namespace paylink::planted
