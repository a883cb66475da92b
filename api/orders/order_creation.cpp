#include "api/calls/idempotency.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/order_filters.hpp"
#include "api/description/request_record.hpp"
#include "api/orders/order_record.hpp"
#include "domain/orders/order_rules.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <array>

namespace paylink {

namespace {

using enum presence;

constexpr auto order_request_members = members_into<order_request>({
    {"bank_account_id", forms::bank_account_id, into<&order_request::bank_account_id>,
     "A connected account of the Workspace."},
    {"amount", forms::asked_amount, into<&order_request::amount>,
     "`2000` to `499999999` in VND, unless the operator has set another limit."},
    {"order_id", forms::own_order_id, into<&order_request::order_id>,
     "Your id for the order, unique in the Workspace and not starting with `ord_`; ours by default.", optional,
     "DH-1842"},
    {"customer_email", customer_address, into<&order_request::customer_email>,
     "Included in the order's webhook events.", optional},
    {"expires_at", forms::given_time, into<&order_request::expires_at>,
     "At most 30 days in the future; 24 hours by default.", optional, "", false},
});
constexpr request_record order_request_record{"NewOrder", "An order to create. Unknown members are rejected by name.",
                                              order_request_members};

constexpr route_description creating_an_order{
    .id = "createOrder",
    .tag = order_tag,
    .summary = "Create an order",
    .details = "The payer transfers the amount with the `reference` in the text. The Workspace's webhooks receive "
               "`order.success`, or `order.failed` if the order expires or its bank account is removed. 409 if another "
               "order has the same `order_id`. With an `Idempotency-Key`, the call can be repeated safely.",
    .headers = idempotency_headers,
    .bodies = {&order_request_record},
    .answers = {answers::created("The order, with its QR code.", order_record)},
    .errors = {errc::bank_account_not_connected, errc::workspace_suspended, errc::not_found, errc::conflict},
};

payment_order new_order(call_context& context, order_request& request, const checked_order& checked) {
  payment_order order;
  order.id = order_id::make(context.now, context.services.random);
  order.own_id = std::move(request.order_id).value_or(order.id.text());
  order.workspace = context.workspace;
  order.account = checked.account;
  order.reference = reference::make(reference_kind::order, context.services.random);
  order.amount = checked.amount;
  order.customer_email = std::move(request.customer_email).value_or("");
  order.created_at = context.now;
  order.expires_at = checked.expires_at;
  order.created_by = context.who.as_creator();
  return order;
}

/// 201 with the order as created; `is_replay` if an earlier request with the same idempotency key created it.
http_response answer_created_order(payment_order order, bool is_replay) {
  const auto made = as_created(std::move(order));
  // Dated by the creation, so that a replay is the same.
  return repeatable(success(201, order_record.json(made, made.created_at), made.created_at), is_replay,
                    "/v1.1/orders/" + made.workspace.text() + "/" + made.id.text());
}

http_response replay_order(call_context& context, const std::string& subject) {
  auto order = context.rows.ask(find_order{context.workspace, subject});
  return order ? answer_created_order(std::move(*order), true) : context.fail(order.error());
}

http_response refuse_taken(const reply_context& context) {
  return context.fail(errc::conflict, "This Workspace already has an order with this id.",
                      {"order_id", "taken", "This Workspace already has an order with this id."});
}

void draw_order_again(write_command& write, random_source& random) {
  std::get<create_order>(write).order.reference = reference::make(reference_kind::order, random);
}

void note_created_order(const write_reply& reply, news_desk&) {
  const auto& made = std::get<made_order>(reply);
  if (!made.is_replay)
    log::info("order.created", {{"workspace", made.order.workspace.view()}, {"order", made.order.id.view()}});
}

handled tell_created_order(const reply_context& context, result<write_reply>& outcome) {
  auto made = reply_to<create_order>(outcome);
  if (made) return answer_created_order(std::move(made->order), made->is_replay);
  // References were drawn again.
  if (to_errc(made.error()) == errc::conflict) return refuse_taken(context);
  return context.fail(made.error());
}

handled create_workspace_order(call_context& context) {
  if (auto again = replay(context, replay_order)) return std::move(*again);
  auto [request, faults] = order_request_record.read(context.body);
  const auto workspace = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(workspace)) return context.fail(errc::insufficient_permissions);
  const auto checked = check_order_request(request, context.services.amount_max, context.now);
  add_faults(faults, checked.faults);
  std::optional<bank_account> account;
  if (!has_fault(faults, "bank_account_id")) {
    if (auto found = context.rows.ask(find_account{context.workspace, checked.account}); was_found(found))
      account = std::move(*found);
    else
      faults.push_back({"bank_account_id", "not_found", "No bank account of this Workspace has this id."});
  }
  if (!faults.empty()) return context.refuse(faults);
  if (workspace->status == workspace_status::suspended) return context.fail(errc::workspace_suspended);
  if (account->state != account_state::connected) return context.fail(errc::bank_account_not_connected);
  if (request.order_id && was_found(context.rows.ask(find_order{context.workspace, *request.order_id})))
    return refuse_taken(context);
  return continue_with{{.workspace = context.workspace,
                        .write = create_order{new_order(context, request, checked), context.key},
                        .key = context.key,
                        .draw_again = draw_order_again,
                        .announce = note_created_order},
                       tell_created_order};
}

} // namespace

constexpr api_route order_creation_rows[]{
    routes::with(permission::payment_links_write, http_method::post, "/v1.1/orders/{workspace_id}",
                 create_workspace_order, creating_an_order),
};
constexpr std::span<const api_route> order_creation_routes{order_creation_rows};

} // namespace paylink
