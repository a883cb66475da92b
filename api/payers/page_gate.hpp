#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Handles payers' pages before any actor: refuses an address that asks too often, and serves cached pages. Runs on the
/// network thread. None: the call goes to the front end.
std::optional<http_response> answer_at_gate(const http_request& request, const api_services& services);

} // namespace paylink
