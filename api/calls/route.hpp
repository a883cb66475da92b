#pragma once
#include "api/calls/call.hpp"
#include "api/description/described.hpp"

namespace paylink {

/// Who may use a route.
enum class access {
  with_permission,   ///< A caller who holds `needed` on the Workspace that the first path parameter names.
  with_token,        ///< Any caller; which Workspaces it sees, the handler asks.
  open_to_public,    ///< Anyone.
  open_to_payers,    ///< Anyone, at a browser: a fault is told by a page.
  signed_by_bank,    ///< A connector, by the signature over the raw bytes.
  answered_in_place, ///< Anyone; no rows are needed.
};

/// When a call is read for.
enum class pace {
  at_once, ///< What is found by a key.
  probe,   ///< The same, for who asks whether the database answers, and is not to wait for it.
  in_turn, ///< Lists, searches and counts: by readers of their own, few at a time.
};

using row_handler = handled (*)(call_context&);
using place_handler = http_response (*)(const http_call&, const api_services&);

/// One endpoint.
struct api_route {
  verb method;
  std::string_view pattern;
  access open_to;
  permission needed;
  row_handler with_rows;
  place_handler in_place;
  const route_description* description = nullptr; ///< Null: for browsers, no part of the API.
  pace read = pace::at_once;
  place_handler when_unavailable = nullptr; ///< When the database is silent; null: the envelope says so.
};

} // namespace paylink
