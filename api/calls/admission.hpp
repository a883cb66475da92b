#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Notes the digest of the call's token, where the route needs one and what is here could be one.
void note_token(http_call& call);

/// Authorizes a call, whose token was noted, and runs its handler; whatever goes wrong becomes an envelope. A call that
/// takes its turn comes twice: to be authorized, and, when its turn has come, to be answered. Runs on a reader's
/// thread.
handled serve(http_call& call, read_store& rows, const api_services& services);

/// 403 for a caller without the permission that the route needs; names it.
http_response refuse_permission(const call_context& context);

} // namespace paylink
