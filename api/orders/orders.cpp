#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/order_filters.hpp"
#include "api/orders/order_record.hpp"
#include "domain/orders/order_rules.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/envelope.hpp"

#include <array>

namespace paylink {

namespace {

/// An order's own id or ours, as far as its form shows.
std::optional<std::string> read_order_id(std::string_view text) {
  const bool is_one = order_id::parse(text) || (utf8_fault(text) == text.size() && is_own_order_id(text));
  return is_one ? std::optional{std::string{text}} : std::nullopt;
}

/// The order that the path names.
result<payment_order> named_order(call_context& context) {
  const auto id = read_order_id(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.ask(find_order{context.workspace, *id});
}

std::optional<reference> read_order_reference(std::string_view text) {
  const auto read = reference::parse(text);
  return read && read->kind == reference_kind::order ? read : std::nullopt;
}

order_filter read_order_filter(const call_context& context, field_faults& faults) {
  order_filter filter;
  parameter_reader given{context, faults};
  given.take("status", filter.status, parse_order_status);
  given.take("order_id", filter.own_id, read_order_id);
  given.take("reference", filter.ref, read_order_reference);
  given.take("bank_account_id", filter.account, bank_account_id::parse);
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  return filter;
}

constexpr route_description listing_orders{
    .id = "listOrders",
    .tag = order_tag,
    .summary = "List orders",
    .query = {order_filters, list_parameters_described},
    .answers = {answers::page("The orders, newest first.", order_record)},
};

handled list_workspace_orders(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_order_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  asked.bound(filter);
  filter.after = order_id::parse(asked.position);
  const auto found = context.rows.ask(list_orders{context.workspace, filter, context.now});
  return answer_page(context, found, order_record.with(context.now), behind_id);
}

http_response answer_order(const reply_context& context, const payment_order& order) {
  return success(200, order_record.json(order, context.now), context.now);
}

constexpr route_description getting_an_order{
    .id = "getOrder",
    .tag = order_tag,
    .summary = "Read an order",
    .details = "By your id or ours. An id with a slash or a backslash cannot be used in a path: use ours, or the "
               "list's filter `order_id`.",
    .answers = {answers::record("The order.", order_record)},
};

handled get_workspace_order(call_context& context) {
  const auto order = named_order(context);
  if (!order) return context.fail_to_find("order", order.error());
  return answer_order(context, *order);
}

constexpr route_description cancelling_an_order{
    .id = "cancelOrder",
    .tag = order_tag,
    .summary = "Cancel an order while it is pending",
    .details = "Sends no webhook event. If it is not pending, the response is 409 with the status in `details`.",
    .answers = {answers::record("The order.", order_record)},
    .errors = {errc::conflict},
};

/// 409 with the order's actual status.
http_response explain_order_not_pending(call_context& context) {
  const auto order = named_order(context);
  if (!order) return context.fail(order.error());
  const std::string status{to_text(visible_status(*order, context.now))};
  return context.fail(errc::conflict, "The order is not pending.",
                      {"status", status, "The order is " + status + ". Only a pending order can be cancelled."});
}

handled tell_cancelled_order(const reply_context& context, result<write_reply>& outcome) {
  const auto order = reply_to<close_order>(outcome);
  if (order) return answer_order(context, *order);
  if (to_errc(order.error()) == errc::conflict) return explain_order_not_pending;
  return context.fail(order.error());
}

handled cancel_workspace_order(call_context& context) {
  const auto order = named_order(context);
  if (!order) return context.fail_to_find("order", order.error());
  return continue_with{{.workspace = context.workspace,
                        .write = close_order{context.workspace, order->id, order_trigger::cancel, context.by_caller()},
                        .link = order->reference},
                       tell_cancelled_order};
}

} // namespace

using enum permission;
constexpr api_route order_rows[]{
    routes::in_turn(routes::with(payment_links_read, http_method::get, "/v1.1/orders/{workspace_id}",
                                 list_workspace_orders, listing_orders)),
    routes::with(payment_links_read, http_method::get, "/v1.1/orders/{workspace_id}/{order_id}", get_workspace_order,
                 getting_an_order),
    routes::with(payment_links_write, http_method::post, "/v1.1/orders/{workspace_id}/{order_id}/cancel",
                 cancel_workspace_order, cancelling_an_order),
};
constexpr std::span<const api_route> order_routes{order_rows};

} // namespace paylink
