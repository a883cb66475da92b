#include "api/calls/subject_routes.hpp"
#include "api/changes/change_board.hpp"
#include "api/changes/watcher_access.hpp"

namespace paylink {

namespace {

constexpr auto needed_to_watch = permission::workspaces_read;

constexpr route_description watching_changes{
    .id = "watchChanges",
    .tag = "Workspaces",
    .summary = "Stream the changes in a Workspace",
    .details = "A stream of server-sent events. It starts with an event `hello`, which may be repeated: reload "
               "everything that you show. Every other event is a hint such as `{\"kind\":\"order\",\"id\":\"ord_…\"}`: "
               "that object has changed, so read it again; an `id` of `null` stands for several objects. `kind` is "
               "`payment_link`, `callback`, `transaction`, `delivery`, `webhook`, `order`, `bank_account`, `member`, "
               "`invitation` or `workspace`, each at most once a second. Lines that start with a colon keep the "
               "connection open. The stream ends when the session ends, the caller loses access, or the Workspace is "
               "deleted. A client that reads too slowly is disconnected.",
    .answers = {{{"200", "The hints, as they occur.", answer_shape::events}}},
};

handled watch_changes(call_context& context) {
  auto watcher = context.services.changes.admit(context.workspace, context.who.user, context.call.credential.digest);
  if (!watcher) {
    if (to_errc(watcher.error()) == errc::rate_limited)
      return context.come_again("Too many streams are open for this session or account. Close one of them.");
    return context.fail(errc::service_unavailable, "Too many streams are open. Try again later.");
  }
  // Whatever changes after `hello` reaches the stream.
  context.call.subscribe(change_topic(context.workspace));
  context.call.subscribe(change_topic(**watcher));
  http_response response;
  response.content_type = "text/event-stream";
  response.body = hello_event;
  response.is_event_stream = true;
  response.kept = std::move(*watcher);
  return response;
}

} // namespace

std::vector<watcher_ptr> without_access(std::span<const watcher_ptr> watchers, read_store& rows,
                                        const session_limits& limits, timestamp now) {
  std::vector<session_use> used;
  for (const auto& watcher : watchers) used.push_back({watcher->session, watcher->workspace});
  const auto found = rows.ask(authorize_sessions{used, limits, now});
  if (!found) return {};
  std::vector<watcher_ptr> without;
  for (std::size_t place = 0; place < watchers.size(); ++place) {
    const auto& who = (*found)[place];
    if (!who || who->lacks_second_factor || !holds(who->permissions, needed_to_watch))
      without.push_back(watchers[place]);
  }
  return without;
}

constexpr api_route change_rows[]{
    routes::by_session(routes::with(needed_to_watch, http_method::get, "/v1.1/changes/{workspace_id}", watch_changes,
                                    watching_changes)),
};
constexpr std::span<const api_route> change_routes{change_rows};

} // namespace paylink
