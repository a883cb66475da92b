#pragma once
#include "api/calls/call.hpp"

namespace paylink {

http_response answer_live(const http_call& call, const api_services& services);
handled answer_ready(call_context& context);
/// The same when the database does not answer.
http_response answer_unready(const http_call& call, const api_services& services);

} // namespace paylink
