#pragma once
#include "actors/api/call.hpp"

#include <span>

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
  pace read = pace::at_once;
};

/// Every endpoint, one a line: the table of contents of the API and the pages.
std::span<const api_route> api_routes();

/// Notes the digest of the call's token, where the route needs one and what is here could be one.
void note_token(http_call& call);

/// Authorizes a call, whose token was noted, and runs its handler; whatever goes wrong becomes an envelope. A call that
/// takes its turn comes twice: to be authorized, and, when its turn has come, to be answered. Runs on a reader's
/// thread.
handled serve(http_call& call, read_store& rows, const api_services& services);

/// 403 for a caller without the permission that the route needs; names it.
http_response refuse_permission(const call_context& context);

} // namespace paylink
