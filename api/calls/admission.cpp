#include "api/calls/admission.hpp"

#include "api/calls/csv_list.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/route.hpp"
#include "api/calls/session_cookie.hpp"
#include "domain/values/ascii.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

#include <algorithm>

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

/// More than one header that names the caller: nobody knows which of them the sender, or a proxy, takes for the right
/// one.
bool is_ambiguous(const http_request& request) { return request.count("authorization") > 1; }

/// Counts, by address, queries that run before the caller is known. Returns the refusal if there are too many.
bool may_look_up(call_context& context) {
  const auto counted =
      context.services.limits.count_look_up(context.call.request.peer, context.services.clock.uptime());
  if (!counted.is_allowed()) context.call.count_against(counted);
  return counted.is_allowed();
}

/// Looks the credential up, with what it may do in `workspace`.
result<caller> look_up(call_context& context, std::string_view workspace) {
  const auto& shown = context.call.credential;
  if (shown.is_session)
    return context.rows.ask(authorize_session{shown.digest, workspace, context.services.sessions, context.now});
  return context.rows.ask(authorize_token{shown.digest, workspace, context.now});
}

/// The audit log tells at most so often that a token came from outside its networks: each time is a write.
constexpr std::chrono::hours refusal_reported_every{1};

/// Whether the token may be used from the caller's address.
bool comes_from_its_networks(call_context& context, const caller& who) {
  const auto& request = context.call.request;
  if (is_taken_from(who.networks, request.peer)) return true;
  log::warning("api_token.refused",
               {{"trace_id", request.trace_id}, {"token", who.token.view()}, {"address", request.peer}});
  if (who.refused_at && context.now - *who.refused_at < refusal_reported_every) return false;
  act by{.id = audit_id::make(context.now, context.services.random),
         .by = {audit_actor::kind::api_token, who.token.text()},
         .address = request.peer};
  context.call.aside = note_refused_token{.id = who.token, .user = who.user, .by = std::move(by)};
  return false;
}

bool is_admin(const caller& who) { return who.held && is_above_member(*who.held); }

/// The caller and its permissions in the Workspace of the path; authentication comes first, so that a stranger learns
/// nothing.
result<void> authorize(call_context& context) {
  const auto& digest = context.call.credential.digest;
  if (digest.empty()) return errc::authentication_error;
  auto& limits = context.services.limits;
  const auto known = limits.known(digest);
  if (!known && !may_look_up(context)) return errc::rate_limited;
  const auto& route = *context.call.route;
  const bool names_workspace = route.open_to == access::with_permission;
  const auto workspace = names_workspace ? context.call.path[0] : std::string_view{};
  auto who = look_up(context, workspace);
  if (!who) {
    if (known && to_errc(who.error()) == errc::authentication_error) limits.forget(digest);
    return who.error();
  }
  if (!comes_from_its_networks(context, *who)) return errc::authentication_error;
  if (!known) limits.note(digest, who->name());
  context.who = *who;
  if (route.callers.session_only && !who->is_session()) return errc::insufficient_permissions;
  if (!names_workspace) return {};
  const auto id = workspace_id::parse(workspace);
  if (!id || who->lacks_second_factor || !holds(who->permissions, route.needed)) return errc::insufficient_permissions;
  if (route.callers.admins_only && !is_admin(*who)) return errc::insufficient_permissions;
  context.workspace = *id;
  return {};
}

bool is_safe(http_method method) { return method == http_method::get || method == http_method::head; }

/// Whether a session's call was made by one of our own pages: another site can send its cookie, but not its token.
bool is_forged(const call_context& context) {
  const auto& request = context.call.request;
  if (!context.who.is_session() || is_safe(request.method)) return false;
  const auto expected = csrf_token_of(session_cookie(request, context.services));
  return !equal_in_constant_time(request.header("x-csrf-token"), expected) ||
         !is_from_own_origin(request, context.services);
}

/// Has the use of the caller's token or session noted, to the minute, and that of the token's permission, to the day.
void note_use_of_caller(call_context& context, bool is_allowed) {
  const auto& who = context.who;
  const auto needed = is_allowed && !who.is_session() ? context.call.route->needed : permission::none;
  const bool is_noted = holds(who.used_today, needed);
  if (is_noted && who.seen_at && context.now - *who.seen_at < use_noted_every) return;
  context.call.aside = note_use{.session = who.session,
                                .token = who.token,
                                .address = context.call.request.peer,
                                .used = is_noted ? permission::none : needed};
}

/// The same text whether or not the Workspace exists.
std::string what_is_missing(const call_context& context) {
  const auto& route = *context.call.route;
  if (route.callers.session_only && !context.who.is_session())
    return "This call requires a signed-in person; an API token cannot make it.";
  if (context.who.lacks_second_factor)
    return "This Workspace requires its Owner and Admins to have a second factor, and this account has none. Set one "
           "up: POST /v1.1/account/second-factor, or a passkey.";
  if (route.callers.admins_only) return "The caller is not an Owner or Admin of a Workspace with this id.";
  const bool names_workspace =
      route.open_to == access::with_permission || context.call.request.parameter("workspace_id").has_value();
  const auto* where = names_workspace ? " in this Workspace, or the token does not cover a Workspace with this id."
                                      : " in any Workspace.";
  return "The caller lacks the permission " + std::string{to_text(route.needed)} + where;
}

/// RFC 6750: what the answer says about the credentials.
http_response refuse_caller(const call_context& context, errc error) {
  const auto& route = *context.call.route;
  std::string message;
  if (error == errc::insufficient_permissions)
    message = what_is_missing(context);
  else if (is_ambiguous(context.call.request))
    message = "The request has more than one Authorization header; send one.";
  else if (route.callers.session_only)
    message = "This call requires a signed-in person, and there is no valid session. Sign in.";
  else if (context.call.request.header("authorization").empty())
    message = "There is no valid session. Sign in, or send a valid access token: `Authorization: Bearer <token>`.";
  auto response = context.fail(error, message);
  const bool has_token = !bearer_token(context.call.request).empty();
  if ((error == errc::authentication_error && !has_token) || route.needed == permission::none) return response;
  std::string challenge = "Bearer realm=\"api\", error=";
  if (error == errc::insufficient_permissions)
    challenge.append("\"insufficient_scope\", scope=\"").append(to_text(route.needed)).append("\"");
  else
    challenge += "\"invalid_token\", error_description=\"The token is wrong, expired or revoked\"";
  std::erase_if(response.headers, [](const auto& header) { return header.first == "WWW-Authenticate"; });
  response.headers.emplace_back("WWW-Authenticate", std::move(challenge));
  return response;
}

} // namespace

bool needs_confirmation(const call_context& context) {
  return context.who.is_session() && context.now - context.who.confirmed_at > confirmation_life;
}

std::optional<http_response> refuse_unguarded(const call_context& context) {
  if (needs_confirmation(context)) return context.fail(errc::reauthentication_required);
  return std::nullopt;
}

std::optional<http_response> refuse_widening(const call_context& context, bool is_beyond_tokens) {
  if (is_beyond_tokens && !context.who.is_session())
    return context.fail(
        errc::insufficient_permissions,
        "An API token can neither grant a role above member nor change the rule about second factors. A "
        "signed-in person must do it.");
  return refuse_unguarded(context);
}

http_response refuse_permission(const call_context& context) {
  return refuse_caller(context, errc::insufficient_permissions);
}

namespace {

constexpr std::string_view took_too_long =
    "The list took too long: few of many rows matched. Search for a rarer text (three or more characters), choose one "
    "account, or remove the filter that excludes most rows.";

bool needs_caller(const api_route& route) {
  return route.open_to == access::with_permission || route.open_to == access::with_token;
}

/// Counts the call: by token if it is known, else by address. Whether the call may continue.
bool count(call_context& context, bool is_known) {
  // A caller that asks whether it may send its body will call again with it.
  if (is_known && context.call.request.body_state == body_state::expected) return true;
  auto& limits = context.services.limits;
  const auto now = context.services.clock.uptime();
  const auto counted =
      is_known ? limits.count_caller(context.who.name(), now) : limits.count_address(context.call.request.peer, now);
  context.call.count_against(counted);
  return counted.is_allowed();
}

/// A client may send `{}` where nothing is read.
constexpr std::size_t unread_bytes_max = 1'024;

bool reads_body(const api_route& route) {
  const auto is_there = [](const record_description* body) { return body != nullptr; };
  return route.description == nullptr || std::ranges::any_of(route.description->bodies, is_there);
}

/// The answer to a request whose body is too large, or still to be sent.
std::optional<http_response> judge_body(const call_context& context) {
  switch (context.call.request.body_state) {
  case body_state::here:
    if (context.call.request.body.size() > unread_bytes_max && !reads_body(*context.call.route))
      return context.fail(errc::payload_too_large, "This call reads no body: send none, or at most 1,024 bytes.");
    return std::nullopt;
  case body_state::too_large:
    return context.fail(errc::payload_too_large);
  case body_state::expected:
    break;
  }
  return send_the_body();
}

/// Whether the call counts as writing for its Workspace.
bool writes_bytes(const http_call& call) { return !is_safe(call.request.method) && !only_reduces(*call.route); }

/// The answer to a call of a Workspace, or a caller, that has written too much. One that goes on has been judged.
std::optional<http_response> judge_bytes(call_context& context) {
  auto& call = context.call;
  if (context.workspace.empty() || !writes_bytes(call) || call.next) return std::nullopt;
  const auto spent = context.services.limits.find_spent_bytes(context.workspace, written_for::call,
                                                              context.services.clock.uptime(), context.who.name());
  if (!spent) return std::nullopt;
  call.count_against(*spent);
  return context.fail(errc::rate_limited,
                      spent->name == "bytes"
                          ? "This Workspace has written too much in the last minute. Try again later."
                          : "This caller has written too much for this Workspace in the last minute. Try again later.");
}

/// Checks caller, rate limit, permission, body size and bytes, in this order. An answer if one of these ends the call.
std::optional<http_response> admit(call_context& context) {
  const auto allowed = authorize(context);
  const auto error = allowed ? errc::ok : to_errc(allowed.error());
  if (error == errc::service_unavailable || error == errc::rate_limited) return context.fail(error);
  const bool is_known = error != errc::authentication_error;
  if (!count(context, is_known)) return context.fail(errc::rate_limited);
  if (is_known) note_use_of_caller(context, error == errc::ok);
  if (is_known && is_forged(context)) return context.fail(errc::csrf_error);
  if (error != errc::ok) return refuse_caller(context, error);
  if (context.call.route->callers.guarded == guard::every_call && needs_confirmation(context))
    return context.fail(errc::reauthentication_required);
  if (auto answer = judge_body(context)) return answer;
  return judge_bytes(context);
}

/// The same for those who are not signed in yet, whom the front end has counted: refused if another site makes the
/// call.
std::optional<http_response> admit_stranger(const call_context& context) {
  if (!is_from_own_origin(context.call.request, context.services))
    return context.fail(errc::csrf_error, "This call comes from another site.");
  return judge_body(context);
}

/// The next portion of an answer, if the caller may still make the call.
made_portion make_portion(call_context& context) {
  if (const auto allowed = authorize(context); !allowed) {
    log::info("api.answer_ended", {{"trace_id", context.call.request.trace_id}, {"reason", allowed.error().message()}});
    return {};
  }
  return {context.call.body->next(context)};
}

/// What the call gets when its handler threw.
handled answer_failed(call_context& context, errc error, std::string_view message = {}) {
  if (context.call.body) return made_portion{};
  return context.fail(error, message);
}

} // namespace

void count_written(const http_call& call, const api_services& services) {
  constexpr std::size_t least = 1'024, most = 64 << 10; // what an import writes is counted when it has been read
  if (call.workspace.empty() || !writes_bytes(call)) return;
  services.limits.count_bytes(call.workspace, written_for::call, std::clamp(call.request.body.size(), least, most),
                              services.clock.uptime(), call.who.name());
}

void note_credentials(http_call& call, const api_services& services) {
  if (!needs_caller(*call.route)) return;
  if (is_ambiguous(call.request)) return;
  if (!call.request.header("authorization").empty()) {
    const auto token = bearer_token(call.request);
    if (is_well_formed_secret("plat", token)) call.credential.digest = sha256_hex(token);
  } else if (const auto session = session_cookie(call.request, services); !session.empty()) {
    call.credential = {sha256_hex(session), true};
  }
}

handled serve(http_call& call, read_store& rows, const api_services& services) {
  call_context context{{call, services, services.clock.now()}, rows, call.who, call.workspace};
  try {
    if (call.body) return make_portion(context);
    if (needs_caller(*call.route) && !call.is_admitted) {
      if (auto answer = admit(context)) return std::move(*answer);
      call.who = context.who;
      call.workspace = context.workspace;
      call.is_admitted = true;
      if (call.route->read == pace::in_turn) return waits_for_turn{};
    }
    if (call.route->open_to == access::before_sign_in && !call.next)
      if (auto answer = admit_stranger(context)) return std::move(*answer);
    if (call.next) return std::exchange(call.next, {})(context);
    if (call.route->open_to == access::open_to_public && !may_look_up(context)) return context.fail(errc::rate_limited);
    if (has_body(call.route->method) && !call.route->reads_late)
      if (auto refused = read_body(context)) return std::move(*refused);
    return wants_csv(call) ? begin_csv(context) : call.route->with_rows(context);
  } catch (const query_took_too_long&) {
    log::info(
        "api.list_took_too_long",
        {{"trace_id", call.request.trace_id}, {"workspace", call.workspace.view()}, {"route", call.route->pattern}});
    return answer_failed(context, errc::service_unavailable, took_too_long);
  } catch (const std::exception& fault) {
    log::error("api.handler_failed",
               {{"trace_id", call.request.trace_id}, {"route", call.route->pattern}, {"reason", fault.what()}});
    if (call.route->when_unavailable) return call.route->when_unavailable(call, services);
    return answer_failed(context, errc::service_unavailable);
  }
}

} // namespace paylink
