#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Payers' pages before any actor hears of them: what one address asks too often is refused, and what was just rendered
/// is sent again. Runs on the network thread. None: the call goes on to the front door.
std::optional<http_response> answer_at_gate(const http_request& request, const api_services& services);

} // namespace paylink
