#pragma once
#include "actors/api/call.hpp"

/// The handlers that the route table names, by file.
namespace paylink {

// payment_links.cpp
handled create_payment_link(call_context& context);
handled get_payment_link(call_context& context);
handled cancel_payment_link(call_context& context);
handled list_link_payments(call_context& context);

/// The link that the path names.
result<payment_link> named_link(call_context& context);

/// 201 with the link as it was made; `is_replay` when an earlier request with the same idempotency key made it.
http_response answer_created(payment_link link, std::string_view public_url, bool is_replay);

// callbacks.cpp
handled get_link_callback(call_context& context);
handled resend_link_callback(call_context& context);
handled resend_all_link_callbacks(call_context& context);

/// 409 with the status of a callback that is still being sent.
http_response refuse_unfinished(const http_call& call, timestamp now);
/// What sending again came to; `is_replay` when an earlier request with the same idempotency key did it.
http_response answer_round(const opened_round& opened, payment_link_id link, bool is_replay);
http_response answer_resend_counts(const resend_counts& counts, bool only_counted, bool is_replay);

// payment_link_list.cpp
handled list_payment_links(call_context& context);

// transactions.cpp
handled list_transactions(call_context& context);
handled list_all_transactions(call_context& context);
handled get_transaction(call_context& context);
handled annotate_transaction_record(call_context& context);

// payer_pages.cpp
handled show_payment_page(call_context& context);
handled stream_link_status(call_context& context);
handled show_payment_qr(call_context& context);
/// Whatever a payer asked for, the rows did not answer.
http_response answer_unavailable_page(const call_context& context);
http_response unavailable_page(const http_request& request, bool is_sandbox);
http_response send_asset(const http_call& call, const api_services& services);

// health.cpp
http_response answer_live(const http_call& call, const api_services& services);
handled answer_ready(call_context& context);
/// The answer to the same when the database is silent.
http_response answer_unready(const api_services& services);

} // namespace paylink
