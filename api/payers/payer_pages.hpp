#pragma once
#include "api/calls/call.hpp"

namespace paylink {

handled show_payment_page(call_context& context);
handled stream_link_status(call_context& context);
handled show_payment_qr(call_context& context);
/// The page for any request whose query failed.
http_response answer_unavailable_page(const http_call& call, const api_services& services);
/// For every unknown path below the payers' pages.
http_response answer_unknown_page(const http_call& call, const api_services& services);
http_response send_asset(const http_call& call, const api_services& services);

} // namespace paylink
