#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/link_filters.hpp"
#include "api/links/link_filters.hpp"
#include "api/links/link_records.hpp"
#include "http/wire/envelope.hpp"

#include <array>

namespace paylink {

namespace {

constexpr route_description listing_links{
    .id = "listPaymentLinks",
    .tag = link_tag,
    .summary = "List payment links",
    .query = {link_filters, list_parameters_described},
    .answers = {answers::page("The links, newest first.", link_record)},
};

handled list_payment_links(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_link_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  asked.bound(filter);
  filter.after = payment_link_id::parse(asked.position);
  const auto found = context.rows.ask(list_links{context.workspace, filter, context.now});
  return answer_page(context, found, link_record.with(context.services.public_url, context.now), behind_id);
}

http_response answer_link(const reply_context& context, const payment_link& link) {
  return success(200, link_record.json(link, context.services.public_url, context.now), context.now);
}

constexpr route_description getting_a_link{
    .id = "getPaymentLink",
    .tag = link_tag,
    .summary = "Read a payment link",
    .answers = {answers::record("The link.", link_record)},
};

handled get_payment_link(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  return answer_link(context, *link);
}

constexpr route_description cancelling_a_link{
    .id = "cancelPaymentLink",
    .tag = link_tag,
    .summary = "Cancel a payment link while it is pending",
    .details = "If it is not pending, the response is 409 with the status in `details`.",
    .answers = {answers::record("The link.", link_record)},
    .errors = {errc::payment_link_not_pending},
};

/// 409 with the link's actual status.
http_response explain_not_pending(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail(link.error());
  const std::string status{to_text(visible_status(*link, context.now))};
  return context.fail(errc::payment_link_not_pending, {},
                      {"status", status, "The link is " + status + ". Only a pending link can be cancelled."});
}

handled tell_cancelled(const reply_context& context, result<write_reply>& outcome) {
  auto link = reply_to<close_link>(outcome);
  if (link) return answer_link(context, *link);
  if (to_errc(link.error()) == errc::payment_link_not_pending) return explain_not_pending;
  return context.fail(link.error());
}

handled cancel_payment_link(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  return continue_with{{.workspace = context.workspace,
                        .write = close_link{context.workspace, link->id, link_trigger::cancel, context.by_caller()},
                        .link = link->reference,
                        .announce = [](const write_reply& reply,
                                       news_desk& news) { news.on_link_changed(std::get<payment_link>(reply)); }},
                       tell_cancelled};
}

constexpr route_description listing_payments{
    .id = "listPayments",
    .tag = link_tag,
    .summary = "List every credit that named a payment link",
    .query = {list_parameters_described},
    .answers = {answers::page("The credits, newest first.", payment_record)},
};

handled list_link_payments(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  const auto found =
      context.rows.ask(list_payments{context.workspace, link->row, asked.limit, asked.ascending, asked.row()});
  return answer_page(context, found, payment_record.with(*link),
                     [](const payment& last) { return std::to_string(last.place); });
}

} // namespace

using enum permission;
constexpr api_route payment_link_rows[]{
    routes::in_turn(routes::with(payment_links_read, http_method::get, "/v1.1/payment-links/{workspace_id}",
                                 list_payment_links, listing_links)),
    routes::with(payment_links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}", get_payment_link,
                 getting_a_link),
    routes::with(payment_links_write, http_method::post, "/v1.1/payment-links/{workspace_id}/{link_id}/cancel",
                 cancel_payment_link, cancelling_a_link),
    routes::with(payment_links_read, http_method::get, "/v1.1/payment-links/{workspace_id}/{link_id}/payments",
                 list_link_payments, listing_payments),
};
constexpr std::span<const api_route> payment_link_routes{payment_link_rows};

} // namespace paylink
