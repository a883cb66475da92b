#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Reads the body and the idempotency key that the description of the call's route has, into the context. An empty body
/// is `{}` if no member is required; a call without a body refuses members. The refusal: 415 for another type or an
/// encoding, 400 if it is not a JSON object or the key is not valid, 422 for members of a call without a body.
std::optional<http_response> read_body(call_context& context);

/// The refusal of a call that takes no body and has members.
std::optional<http_response> refuse_members(const call_context& context);

} // namespace paylink
