#include "actors/api/route_table.hpp"

#include "actors/api/handlers.hpp"
#include "http/envelope.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr api_route with(permission needed, verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::with_permission, needed, handler, nullptr};
}
constexpr api_route open_to_public(verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::open_to_public, permission::none, handler, nullptr};
}
constexpr api_route in_place(verb method, std::string_view pattern, place_handler handler) {
  return {method, pattern, access::answered_in_place, permission::none, nullptr, handler};
}
constexpr api_route signed_by_bank(verb method, std::string_view pattern) {
  return {method, pattern, access::signed_by_bank, permission::none, nullptr, nullptr};
}

constexpr auto links_read = permission::payment_links_read;
constexpr auto links_write = permission::payment_links_write;

constexpr std::array routes{
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}", list_payment_links),
    with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}", create_payment_link),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}", get_payment_link),
    with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}/{link_id}/cancel", cancel_payment_link),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}/payments", list_link_payments),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}/callback", get_link_callback),
    signed_by_bank(verb::post, "/v1.1/bank-feed/{bank}"),
    open_to_public(verb::get, "/l/{public_id}", show_payment_page),
    open_to_public(verb::get, "/l/{public_id}/events", stream_link_status),
    open_to_public(verb::get, "/l/{public_id}/qr.svg", show_payment_qr),
    in_place(verb::get, "/assets/{name}", send_asset),
    in_place(verb::get, "/livez", answer_live),
    open_to_public(verb::get, "/readyz", answer_ready),
};
static_assert(std::ranges::all_of(routes,
                                  [](const api_route& route) { return is_well_formed_pattern(route.pattern); }));

/// The bearer token of the request; empty when the header is not `Bearer <token>`.
std::string_view bearer_token(const http_request& request) {
  const auto header = request.header("authorization");
  constexpr std::string_view scheme = "bearer ";
  if (header.size() <= scheme.size()) return {};
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  if (!std::ranges::equal(header.substr(0, scheme.size()), scheme, same)) return {};
  return header.substr(scheme.size());
}

/// Who calls and what they may do in the Workspace of the path; first who, then what, so that a stranger learns
/// nothing.
result<void> authorize(call_context& context) {
  const auto token = bearer_token(context.call.request);
  if (!is_well_formed_secret("plat", token)) return errc::authentication_error;
  const auto workspace = context.call.path[0];
  auto who = context.rows.authorize_token(sha256_hex(token), workspace, context.now);
  if (!who) return who.error();
  context.who = *who;
  const auto id = workspace_id::parse(workspace);
  if (!id || !holds(who->permissions, context.call.route->needed)) return errc::insufficient_permissions;
  context.workspace = *id;
  return {};
}

} // namespace

std::span<const api_route> api_routes() { return routes; }

http_response call_context::fail(errc error, std::string_view message, std::span<const field_fault> details) const {
  return failure(error, call.request.trace_id, now, message, details);
}

handled serve(http_call& call, read_store& rows, const api_services& services) {
  call_context context{call, rows, services, services.clock.now(), {}, {}};
  try {
    if (call.route->open_to == access::with_permission)
      if (auto allowed = authorize(context); !allowed) return context.fail(to_errc(allowed.error()));
    return call.route->with_rows(context);
  } catch (const std::exception& fault) {
    log::error("api.handler_failed",
               {{"trace_id", call.request.trace_id}, {"route", call.route->pattern}, {"reason", fault.what()}});
    return context.fail(errc::service_unavailable);
  }
}

} // namespace paylink
