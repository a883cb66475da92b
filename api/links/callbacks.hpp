#pragma once
#include "api/calls/call.hpp"

namespace paylink {

handled get_link_callback(call_context& context);
handled resend_link_callback(call_context& context);
handled resend_all_link_callbacks(call_context& context);

} // namespace paylink
