#pragma once
#include "persistence/store.hpp"

#include <soci/soci.h>

/// Those of the planted bugs about deliveries that take more than a line. Nothing of this is called in a build without
/// them.
namespace paylink::planted {

/// What the store is told of retries: `eleventh_attempt`, `wait_not_doubled`.
store_context mistaken(store_context context);

/// What an attempt is taken for: `takes_302_for_success`, `retries_after_2xx`, `sends_after_terminal`.
attempt mistaken(attempt made);

/// Signs a claimed attempt with the time of its claim: `signs_when_sending`.
void sign_anew(soci::session& session, event_signer& signer, delivery_job& job, timestamp now);

/// Lets the waits and the limit of every delivery begin anew: `ignores_retry_state_after_restart`.
void forget_attempts(soci::session& session);

} // namespace paylink::planted
