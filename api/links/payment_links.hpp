#pragma once
#include "api/calls/call.hpp"

namespace paylink {

handled list_payment_links(call_context& context);
handled create_payment_link(call_context& context);
handled get_payment_link(call_context& context);
handled cancel_payment_link(call_context& context);
handled list_link_payments(call_context& context);

/// The link that the path names.
result<payment_link> named_link(call_context& context);

/// 201 with the link as it was made; `is_replay` when an earlier request with the same idempotency key made it.
http_response answer_created(payment_link link, std::string_view public_url, bool is_replay);

} // namespace paylink
