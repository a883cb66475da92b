#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Sets the digest of the call's token, if the route needs a token and the request has something that could be one.
void note_token(http_call& call);

/// Authorizes a call, whose token digest is set, and runs its handler; every failure becomes an error answer. A call
/// that takes its turn comes here twice: first to be authorized, then, in its turn, to be answered. Runs on a reader's
/// thread.
handled serve(http_call& call, read_store& rows, const api_services& services);

/// 403 that names the permission which the route needs and the caller lacks.
http_response refuse_permission(const call_context& context);

} // namespace paylink
