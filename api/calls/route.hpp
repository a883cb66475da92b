#pragma once
#include "api/calls/call.hpp"
#include "api/description/described.hpp"

namespace paylink {

/// Who may use a route.
enum class access {
  with_permission,   ///< A caller who holds `needed` on the Workspace that the first path parameter names.
  with_token,        ///< Any caller; the handler checks which Workspaces it sees.
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
};

} // namespace paylink
