#include "api/payers/payer_pages.hpp"

#include "api/calls/subject_routes.hpp"
#include "api/payers/page_cache.hpp"
#include "http/pages/payer_page.hpp"

namespace paylink {

namespace {

/// A payer's page with the rows that its views point into, so it must not be moved.
struct shown_link {
  payer_view rows;
  std::string reference;
  payer_page page;
};

/// Null for an unknown public id.
std::unique_ptr<shown_link> show(call_context& context) {
  const auto public_id = context.call.path[0];
  if (!is_public_id(public_id)) return nullptr;
  auto found = context.rows.ask(find_payer_view{public_id});
  if (!was_found(found)) return nullptr;
  auto shown = std::make_unique<shown_link>(std::move(*found), std::string{}, payer_page{});
  const auto& [link, account, receiver, short_payment] = shown->rows;
  shown->reference = link.reference.text();
  auto& page = shown->page;
  page.status = visible_status(link, context.now);
  page.amount = link.amount;
  page.received_amount = link.received_amount;
  page.paid_at = link.paid_at;
  page.short_payment = short_payment;
  page.description = link.description;
  page.now = context.now;
  page.expires_at = link.expires_at;
  page.bank_code = account.bank;
  if (const auto* bank = find_bank(account.bank)) page.bank_name = bank->short_name;
  page.bank_bin = account.bin;
  page.account_number = receiver ? receiver->number : account.number;
  page.holder_name = account.holder_name;
  page.reference = shown->reference;
  page.redirect = redirect_target(link);
  page.lang = choose_language(context.call.request);
  page.is_sandbox = context.services.is_sandbox;
  return shown;
}

http_response unknown(call_context& context) { return answer_unknown_page(context.call, context.services); }

http_response redirect_to(std::string target) {
  http_response response;
  response.status = 303;
  response.content_type = "text/plain; charset=utf-8";
  response.headers.emplace_back("Location", std::move(target));
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  return response;
}

handled stream_link_status(call_context& context) {
  // Subscribed before the status is read: a change in between reaches the stream either way.
  if (is_public_id(context.call.path[0])) context.call.subscribe(std::string{context.call.path[0]});
  auto shown = show(context);
  if (!shown) return unknown(context);
  http_response response;
  response.content_type = "text/event-stream";
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = payer_event(shown->page.status, shown->page.short_payment);
  response.is_event_stream = true;
  return response;
}

handled show_payment_qr(call_context& context) {
  auto shown = show(context);
  if (!shown) return unknown(context);
  return render_payer_qr(shown->page);
}

handled show_payment_page(call_context& context) {
  const auto& request = context.call.request;
  if (request.parameter("events")) return stream_link_status(context);
  if (request.parameter("qr")) return show_payment_qr(context);
  auto& pages = context.services.pages;
  const auto edition = pages.edition_of(context.call.path[0]);
  auto shown = show(context);
  if (!shown) return unknown(context);
  if (request.parameter("return") && shown->page.redirect) return redirect_to(std::move(*shown->page.redirect));
  auto page = render_payer_page(shown->page);
  // A cached page must not outlive the link's expiry.
  if (shown->page.status != link_status::pending || shown->page.expires_at - context.now >= page_cache::lifetime)
    pages.keep(request, edition, page, context.now);
  return page;
}

http_response answer_unavailable_page(const http_call& call, const api_services& services) {
  return render_unavailable_page(choose_language(call.request), services.is_sandbox);
}

http_response send_asset(const http_call& call, const api_services& services) {
  return serve_asset(call.path[0], services.document != nullptr);
}

} // namespace

http_response answer_unknown_page(const http_call& call, const api_services& services) {
  return render_unknown_link_page(choose_language(call.request), services.is_sandbox);
}

constexpr api_route payer_page_rows[]{
    routes::open_to_payers(http_method::get, "/l/{public_id}", show_payment_page, answer_unavailable_page),
    routes::open_to_payers(http_method::get, "/l/{public_id}/events", stream_link_status, answer_unavailable_page),
    routes::open_to_payers(http_method::get, "/l/{public_id}/qr.svg", show_payment_qr, answer_unavailable_page),
    routes::for_browsers(http_method::get, "/assets/{name}", send_asset),
};
constexpr std::span<const api_route> payer_page_routes{payer_page_rows};

} // namespace paylink
