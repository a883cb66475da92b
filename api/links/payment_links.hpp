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

/// Shows a link that was closed on its open pages.
void announce_closed(const write_reply& reply, news_desk& news);

} // namespace paylink
