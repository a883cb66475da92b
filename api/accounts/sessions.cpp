#include "api/accounts/account_record.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/session_cookie.hpp"
#include "api/calls/subject_routes.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr route_description listing_sessions{
    .id = "listSessions",
    .tag = account_tag,
    .summary = "List your sessions",
    .answers = {answers::rows("The sessions, newest first.", session_record)},
};

handled list_own_sessions(call_context& context) {
  const auto found = context.rows.ask(list_sessions{context.who.user, context.services.sessions, context.now});
  const auto data = list_of(found, [&](std::string& out, const user_session& one) {
    session_record(out, one, one.id == context.who.session);
  });
  return success(200, data, context.now);
}

handled end_one(call_context& context, session_id which) {
  const bool is_current = which == context.who.session;
  return continue_with{{.write = end_sessions{.user = context.who.user, .only = which, .by = context.by_caller()}},
                       on_success<end_sessions>([is_current](const reply_context& done) {
                         auto response = done_without_body();
                         if (is_current) set_session_cookie(response, "", done.services);
                         return response;
                       })};
}

/// The cookie is taken back when it is the caller's own session that ends.
constexpr std::array<std::string_view, 1> closing_headers{"Set-Cookie"};

constexpr route_description ending_a_session{
    .id = "endSession",
    .tag = account_tag,
    .summary = "End one of your sessions",
    .answers = {answers::nothing("The session has ended.", closing_headers)},
};

handled end_named_session(call_context& context) {
  const auto named = session_id::parse(context.call.path[0]);
  if (!named) return context.fail(errc::not_found);
  return end_one(context, *named);
}

constexpr route_description signing_out{
    .id = "signOut",
    .tag = account_tag,
    .summary = "Sign out",
    .answers = {answers::nothing("The session has ended.", closing_headers)},
};

handled sign_out(call_context& context) { return end_one(context, context.who.session); }

} // namespace

constexpr api_route session_rows[]{
    routes::signed_in(http_method::get, "/v1.1/sessions", list_own_sessions, listing_sessions),
    routes::signed_in(http_method::del, "/v1.1/sessions/current", sign_out, signing_out),
    routes::signed_in(http_method::del, "/v1.1/sessions/{session_id}", end_named_session, ending_a_session),
};
constexpr std::span<const api_route> session_routes{session_rows};

} // namespace paylink
