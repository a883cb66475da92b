#pragma once
#include "api/calls/call.hpp"
#include "api/description/described.hpp"

namespace paylink {

/// Who may use a route.
enum class access {
  with_permission,   ///< A caller who holds `needed` on the Workspace that the first path parameter names.
  with_token,        ///< Any caller; the handler checks which Workspaces it sees.
  before_sign_in,    ///< Anyone, from our own pages or none: signing in, making an account.
  open_to_public,    ///< Anyone.
  open_to_payers,    ///< Anyone, in a browser: errors are shown as a page.
  signed_by_bank,    ///< A connector, authenticated by the signature over the raw bytes.
  answered_in_place, ///< Anyone; needs no rows.
};

/// When a call's queries run.
enum class pace {
  at_once, ///< Look-ups by key.
  probe,   ///< The same for a probe, which must not wait for the database.
  in_turn, ///< Lists, searches and counts: on their own readers, few at a time.
};

/// Which calls a session may make only within minutes of its user's password.
enum class guard {
  none,
  some_bodies, ///< The handler asks for it, with `refuse_unguarded`, where the body wants something that needs it.
  every_call,
};

/// Which callers a route is for, besides the permission.
struct caller_rules {
  bool session_only = false; ///< No API token, whatever it holds.
  bool admins_only = false;  ///< An Owner or Admin; a token's creator counts.
  guard guarded = guard::none;
};

using row_handler = handled (*)(call_context&);
using place_handler = http_response (*)(const http_call&, const api_services&);

/// One endpoint.
struct api_route {
  http_method method;
  std::string_view pattern;
  access open_to;
  permission needed;
  row_handler with_rows;
  place_handler in_place;
  const route_description* description = nullptr; ///< Null: for browsers, not part of the API.
  pace read = pace::at_once;
  place_handler when_unavailable = nullptr; ///< When the database does not answer; null: an error envelope.
  caller_rules callers{};
  bool reads_late = false; ///< The handler has its body read itself, after checks of its own.
};

/// Whether the call only takes something away: a right, a way in, a link that could be paid. Nobody who has written too
/// much is kept from it.
constexpr bool only_reduces(const api_route& route) {
  const auto ends = [&](std::string_view verb) { return route.pattern.ends_with(verb); };
  return route.method == http_method::del || ends("/cancel") || ends("/suspend") || ends("/disconnect");
}

/// Whether calls of this method have a body.
constexpr bool has_body(http_method method) {
  return method == http_method::post || method == http_method::put || method == http_method::patch;
}

/// Whether a signed-in session may make the call.
constexpr bool is_for_sessions(const api_route& route) {
  return route.open_to == access::with_permission || route.open_to == access::with_token;
}

} // namespace paylink
