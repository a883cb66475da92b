#include "api/calls/admission.hpp"

#include "api/calls/route.hpp"
#include "domain/values/ascii.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

/// The bearer token of the request; empty when the header is not `Bearer <token>`.
std::string_view bearer_token(const http_request& request) {
  const auto header = request.header("authorization");
  constexpr std::string_view scheme = "bearer ";
  if (header.size() <= scheme.size()) return {};
  if (!equals_ignoring_case(header.substr(0, scheme.size()), scheme)) return {};
  return header.substr(scheme.size());
}

/// Counts, by address, queries that run before the caller is known. Returns the refusal if there are too many.
bool may_look_up(call_context& context) {
  const auto counted =
      context.services.limits.count_look_up(context.call.request.peer, context.services.clock.uptime());
  if (!counted.is_allowed()) context.call.count_against(counted);
  return counted.is_allowed();
}

/// The caller and its permissions in the Workspace of the path; authentication comes first, so that a stranger learns
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

/// RFC 6750: what the answer says about the credentials.
http_response refuse_caller(const call_context& context, errc error) {
  const auto& route = *context.call.route;
  // The same text whether or not the Workspace exists.
  const bool names_workspace =
      route.open_to == access::with_permission || context.call.request.parameter("workspace_id").has_value();
  const auto* where = names_workspace ? " in this Workspace, or the token does not cover a Workspace with this id."
                                      : " in any Workspace.";
  const auto missing = "The caller lacks the permission " + std::string{to_text(route.needed)} + where;
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

http_response refuse_permission(const call_context& context) {
  return refuse_caller(context, errc::insufficient_permissions);
}

namespace {

constexpr std::string_view took_too_long =
    "The list took too long: many rows were read and few matched. Search for a rarer text (three or more characters), "
    "choose one account, or drop the filter that excludes most rows.";

bool needs_token(const api_route& route) {
  return route.open_to == access::with_permission || route.open_to == access::with_token;
}

/// Counts the call: by token if it is known, else by address. Whether the call may continue.
bool count(call_context& context, bool is_known) {
  // A caller that asks whether it may send its body will call again with it.
  if (is_known && context.call.request.body_state == body_state::expected) return true;
  auto& limits = context.services.limits;
  const auto now = context.services.clock.uptime();
  const auto counted =
      is_known ? limits.count_token(context.who.token, now) : limits.count_address(context.call.request.peer, now);
  context.call.count_against(counted);
  return counted.is_allowed();
}

/// Checks caller, rate limit, permission and body size, in this order. An answer if one of these ends the call.
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
  return send_the_body();
}

} // namespace

void note_token(http_call& call) {
  const auto token = bearer_token(call.request);
  if (needs_token(*call.route) && is_well_formed_secret("plat", token)) call.token_digest = sha256_hex(token);
}

handled serve(http_call& call, read_store& rows, const api_services& services) {
  call_context context{{call, services, services.clock.now()}, rows, call.who, call.workspace};
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
    if (call.route->when_unavailable) return call.route->when_unavailable(call, services);
    return context.fail(errc::service_unavailable);
  }
}

} // namespace paylink
