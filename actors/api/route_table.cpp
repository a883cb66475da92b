#include "actors/api/route_table.hpp"

#include "actors/api/handlers.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr api_route with(permission needed, verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::with_permission, needed, handler, nullptr};
}
constexpr api_route probing(api_route route) {
  route.read = pace::probe;
  return route;
}
constexpr api_route with_token(permission needed, verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::with_token, needed, handler, nullptr};
}
constexpr api_route in_turn(api_route route) {
  route.read = pace::in_turn;
  return route;
}
constexpr api_route open_to_public(verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::open_to_public, permission::none, handler, nullptr};
}
constexpr api_route open_to_payers(verb method, std::string_view pattern, row_handler handler) {
  return {method, pattern, access::open_to_payers, permission::none, handler, nullptr};
}
constexpr api_route in_place(verb method, std::string_view pattern, place_handler handler) {
  return {method, pattern, access::answered_in_place, permission::none, nullptr, handler};
}
constexpr api_route signed_by_bank(verb method, std::string_view pattern) {
  return {method, pattern, access::signed_by_bank, permission::none, nullptr, nullptr};
}

constexpr auto links_read = permission::payment_links_read;
constexpr auto accounts_read = permission::bank_accounts_read;
constexpr auto links_write = permission::payment_links_write;

constexpr std::array routes{
    in_turn(with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}", list_payment_links)),
    with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}", create_payment_link),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}", get_payment_link),
    with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}/{link_id}/cancel", cancel_payment_link),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}/payments", list_link_payments),
    with(links_read, verb::get, "/v1.1/payment-links/{workspace_id}/{link_id}/callback", get_link_callback),
    with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}/{link_id}/callback/resend", resend_link_callback),
    in_turn(with(links_write, verb::post, "/v1.1/payment-links/{workspace_id}/callbacks/resend",
                 resend_all_link_callbacks)),
    in_turn(with_token(accounts_read, verb::get, "/v1.1/transactions", list_all_transactions)),
    in_turn(with(accounts_read, verb::get, "/v1.1/transactions/{workspace_id}", list_transactions)),
    with(accounts_read, verb::get, "/v1.1/transactions/{workspace_id}/{transaction_id}", get_transaction),
    with(links_write, verb::patch, "/v1.1/transactions/{workspace_id}/{transaction_id}", annotate_transaction_record),
    signed_by_bank(verb::post, "/v1.1/bank-feed/{bank}"),
    open_to_payers(verb::get, "/l/{public_id}", show_payment_page),
    open_to_payers(verb::get, "/l/{public_id}/events", stream_link_status),
    open_to_payers(verb::get, "/l/{public_id}/qr.svg", show_payment_qr),
    in_place(verb::get, "/assets/{name}", send_asset),
    in_place(verb::get, "/livez", answer_live),
    probing(open_to_public(verb::get, "/readyz", answer_ready)),
};
static_assert(std::ranges::all_of(routes,
                                  [](const api_route& route) { return is_well_formed_pattern(route.pattern); }));

/// The bearer token of the request; empty when the header is not `Bearer <token>`.
std::string_view bearer_token(const http_request& request) {
  const auto header = request.header("authorization");
  constexpr std::string_view scheme = "bearer ";
  if (header.size() <= scheme.size()) return {};
  if (!equals_ignoring_case(header.substr(0, scheme.size()), scheme)) return {};
  return header.substr(scheme.size());
}

/// Counts what costs a query before anybody knows who asks, by address. A call that is refused for it says so.
bool may_look_up(call_context& context) {
  const auto counted =
      context.services.limits.count_look_up(context.call.request.peer, context.services.clock.uptime());
  if (!counted.is_allowed()) context.call.count_against(counted);
  return counted.is_allowed();
}

/// Who calls and what they may do in the Workspace of the path; first who, then what, so that a stranger learns
/// nothing.
result<void> authorize(call_context& context) {
  const auto& digest = context.call.token_digest;
  if (digest.empty()) return errc::authentication_error;
  auto& limits = context.services.limits;
  const auto known = limits.known(digest);
  if (!known && !may_look_up(context)) return errc::rate_limited;
  const bool names_workspace = context.call.route->open_to == access::with_permission;
  const auto workspace = names_workspace ? context.call.path[0] : std::string_view{};
  auto who = context.rows.authorize_token(digest, workspace, context.now);
  if (!who) {
    if (known && to_errc(who.error()) == errc::authentication_error) limits.forget(digest);
    return who.error();
  }
  if (!known) limits.note(digest, who->token);
  context.who = *who;
  if (!names_workspace) return {};
  const auto id = workspace_id::parse(workspace);
  if (!id || !holds(who->permissions, context.call.route->needed)) return errc::insufficient_permissions;
  context.workspace = *id;
  return {};
}

/// RFC 6750: what a caller is told about its credentials.
http_response refuse_caller(const call_context& context, errc error) {
  const auto missing =
      "The caller lacks the permission " + std::string{to_text(context.call.route->needed)} +
      (context.call.route->open_to == access::with_permission ? " in this Workspace." : " in any Workspace.");
  auto response = context.fail(error, error == errc::insufficient_permissions ? missing : std::string{});
  const bool has_token = !bearer_token(context.call.request).empty();
  if (error == errc::authentication_error && !has_token) return response;
  std::string challenge = "Bearer realm=\"api\", error=";
  if (error == errc::insufficient_permissions)
    challenge.append("\"insufficient_scope\", scope=\"").append(to_text(context.call.route->needed)).append("\"");
  else
    challenge += "\"invalid_token\", error_description=\"The token is wrong, expired or revoked\"";
  std::erase_if(response.headers, [](const auto& header) { return header.first == "WWW-Authenticate"; });
  response.headers.emplace_back("WWW-Authenticate", std::move(challenge));
  return response;
}

} // namespace

std::span<const api_route> api_routes() { return routes; }

http_response refuse_permission(const call_context& context) {
  return refuse_caller(context, errc::insufficient_permissions);
}

namespace {

constexpr std::string_view took_too_long = "The list took too long: very many rows were read, and few fit. Search for "
                                           "a rarer text (three characters or more), name one account, or leave "
                                           "out the filter that excludes most rows.";

bool needs_token(const api_route& route) {
  return route.open_to == access::with_permission || route.open_to == access::with_token;
}

/// Counts the call: a known caller's by its token, a stranger's by the address it comes from.
/// Whether it may go on.
bool count(call_context& context, bool is_known) {
  // A caller that asks whether it may send its body comes again with it.
  if (is_known && context.call.request.body_state == body_state::expected) return true;
  auto& limits = context.services.limits;
  const auto now = context.services.clock.uptime();
  const auto counted =
      is_known ? limits.count_token(context.who.token, now) : limits.count_address(context.call.request.peer, now);
  context.call.count_against(counted);
  return counted.is_allowed();
}

/// Who calls, how often, whether it may, and whether its body is taken: in this order. The answer, when one of these
/// ends the call.
std::optional<http_response> admit(call_context& context) {
  const auto allowed = authorize(context);
  const auto error = allowed ? errc::ok : to_errc(allowed.error());
  if (error == errc::service_unavailable || error == errc::rate_limited) return context.fail(error);
  if (!count(context, error != errc::authentication_error)) return context.fail(errc::rate_limited);
  if (error != errc::ok) return refuse_caller(context, error);
  switch (context.call.request.body_state) {
  case body_state::here:
    return std::nullopt;
  case body_state::too_large:
    return context.fail(errc::payload_too_large);
  case body_state::expected:
    break;
  }
  http_response go_on;
  go_on.status = 100;
  return go_on;
}

} // namespace

void note_token(http_call& call) {
  const auto token = bearer_token(call.request);
  if (needs_token(*call.route) && is_well_formed_secret("plat", token)) call.token_digest = sha256_hex(token);
}

handled serve(http_call& call, read_store& rows, const api_services& services) {
  call_context context{call, rows, services, services.clock.now(), call.who, call.workspace};
  try {
    if (needs_token(*call.route) && !call.is_admitted) {
      if (auto answer = admit(context)) return std::move(*answer);
      call.who = context.who;
      call.workspace = context.workspace;
      call.is_admitted = true;
      if (call.route->read == pace::in_turn) return waits_for_turn{};
    }
    if (call.route->open_to == access::open_to_public && !may_look_up(context)) return context.fail(errc::rate_limited);
    return call.route->with_rows(context);
  } catch (const query_took_too_long&) {
    log::info(
        "api.list_took_too_long",
        {{"trace_id", call.request.trace_id}, {"workspace", call.workspace.view()}, {"route", call.route->pattern}});
    return context.fail(errc::service_unavailable, took_too_long);
  } catch (const std::exception& fault) {
    log::error("api.handler_failed",
               {{"trace_id", call.request.trace_id}, {"route", call.route->pattern}, {"reason", fault.what()}});
    if (call.route->open_to == access::open_to_payers) return answer_unavailable_page(context);
    return context.fail(errc::service_unavailable);
  }
}

} // namespace paylink
