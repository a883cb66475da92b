#pragma once
#include "persistence/store.hpp"

#include <soci/soci.h>

/// Those mistakes about deliveries that take more than a line.
namespace paylink::planted {

/// What a store is given, with waits that do not grow; or with one attempt more.
store_context with_equal_waits(store_context context);
store_context with_another_attempt(store_context context);

/// What an attempt is taken for: an answer that asks for another if it was judged so, or an acknowledgement if it was
/// redirected.
attempt failed_if(verdict judged, attempt made);
attempt acknowledged_by_302(attempt made);

/// Signs a claimed attempt with the time of its claim.
void sign_again(soci::session& session, const store_context& context, delivery_job& job);

/// The waits and the limit of every delivery begin again.
void forget_attempts(soci::session& session);

} // namespace paylink::planted
