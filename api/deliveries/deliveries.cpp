#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/deliveries/delivery_filter.hpp"
#include "api/deliveries/delivery_record.hpp"
#include "api/description/delivery_filters.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr route_description listing_deliveries{
    .id = "listDeliveries",
    .tag = delivery_tag,
    .summary = "List the deliveries to a Workspace's webhooks",
    .details = "For webhooks and chats. The callback of a payment link is read with the link. The list omits "
               "receivers' responses and shortens long texts: read a single delivery to get them.",
    .query = {delivery_filters, list_parameters_described},
    .answers = {answers::page("The deliveries, newest first.", delivery_record)},
};

handled list_workspace_deliveries(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_delivery_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  asked.bound(filter);
  filter.after = asked.row();
  const auto found = context.rows.ask(list_deliveries{context.workspace, filter});
  return answer_page(context, found, delivery_record, behind_row);
}

constexpr route_description showing_a_delivery{
    .id = "getDelivery",
    .tag = delivery_tag,
    .summary = "Read a delivery",
    .details = "With its attempts, the rounds that were requested, and its request as a `curl` command.",
    .answers = {answers::record("The delivery.", delivery_details_record)},
};

handled get_delivery(call_context& context) {
  const auto id = delivery_id::parse(context.call.path[1]);
  const auto found =
      id ? context.rows.ask(find_delivery{context.workspace, *id}) : result<webhook_delivery>{errc::not_found};
  if (!found) return context.fail_to_find("delivery", found.error());
  return success(200, delivery_details_record.json(*found), context.now);
}

} // namespace

using enum permission;
constexpr api_route delivery_rows[]{
    routes::in_turn(routes::with(webhooks_read, http_method::get, "/v1.1/deliveries/{workspace_id}",
                                 list_workspace_deliveries, listing_deliveries)),
    routes::with(webhooks_read, http_method::get, "/v1.1/deliveries/{workspace_id}/{delivery_id}", get_delivery,
                 showing_a_delivery),
};
constexpr std::span<const api_route> delivery_routes{delivery_rows};

} // namespace paylink
