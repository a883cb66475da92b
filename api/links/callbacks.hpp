#pragma once
#include "api/calls/call.hpp"

namespace paylink {

handled get_link_callback(call_context& context);
handled resend_link_callback(call_context& context);
handled resend_all_link_callbacks(call_context& context);

/// 409 with the status of a callback that is still being sent.
http_response refuse_unfinished(const http_call& call, timestamp now);
/// What sending again came to; `is_replay` when an earlier request with the same idempotency key did it.
http_response answer_round(const opened_round& opened, payment_link_id link, bool is_replay);
http_response answer_resend_counts(const resend_counts& counts, bool only_counted, bool is_replay);

} // namespace paylink
