#include "api/calls/subject_routes.hpp"
#include "api/workspaces/workspace_record.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

handled get_workspace(call_context& context) {
  const auto found = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(found)) return context.fail(errc::insufficient_permissions);
  return success(200, workspace_record.json(*found, context.who.held), context.now);
}

constexpr route_description getting_a_workspace{
    .id = "getWorkspace",
    .tag = workspace_tag,
    .summary = "Read a Workspace",
    .answers = {answers::record("The Workspace.", workspace_record)},
};

constexpr route_description suspending_a_workspace{
    .id = "suspendWorkspace",
    .tag = workspace_tag,
    .summary = "Suspend a Workspace",
    .details = "From now on, arriving bank entries are put on hold: they create no transactions, complete no links, "
               "trigger no callbacks and are not counted. No link can be created. Existing links expire and can be "
               "cancelled, recorded callbacks are still sent, and everything can be read. Suspending a suspended "
               "Workspace only cancels a reactivation in progress.",
    .answers = {answers::record("The Workspace.", workspace_record)},
};

handled suspend(call_context& context) {
  return continue_with{
      {.workspace = context.workspace, .write = suspend_workspace{context.workspace, context.by_caller()}},
      on_success<suspend_workspace>([](const reply_context& done) {
        log::info("workspace.suspended", {{"workspace", done.call.workspace.view()}});
        return next_step{get_workspace};
      })};
}

constexpr route_description reactivating_a_workspace{
    .id = "reactivateWorkspace",
    .tag = workspace_tag,
    .summary = "Reactivate a suspended Workspace",
    .details =
        "First processes the entries on hold in the order of their arrival, as if they arrived now: payments for links "
        "that have since expired are `late`. The Workspace becomes active once none is left. If the call fails before "
        "that, the Workspace stays suspended, nothing is lost or processed twice, and a repeated call continues. While "
        "it runs, a second call gets 429. If the Workspace is suspended again in the meantime, the response is 409 "
        "with "
        "the status in `details`. Reactivating an active Workspace changes nothing.",
    .answers = {answers::record("The Workspace.", workspace_record)},
    .errors = {errc::conflict},
};

/// Takes up the held entries of a suspended Workspace, portion by portion, until it is active.
class reactivation final : public portioned_write {
public:
  /// A portion has at most `entries_max` entries.
  reactivation(workspace_id workspace, std::size_t entries_max, act by)
      : workspace_{workspace}, entries_max_{entries_max}, by_{std::move(by)} {}

  write_command prepare(read_store&, timestamp) override {
    return reactivate_workspace{
        .workspace = workspace_, .entries_max = entries_max_, .suspensions = suspensions_, .by = by_};
  }

  bool take(const write_reply& reply) override {
    const auto& portion = std::get<reactivated_portion>(reply);
    suspensions_ = portion.suspensions;
    return !portion.is_active;
  }

private:
  workspace_id workspace_;
  std::size_t entries_max_;
  act by_;
  std::optional<std::int64_t> suspensions_{};
};

/// 409 for a Workspace that somebody has suspended again.
http_response refuse_suspended_again(const reply_context& context) {
  return context.fail(errc::conflict, {},
                      {"status", std::string{to_text(workspace_status::suspended)},
                       "The Workspace was suspended again while it was being reactivated."});
}

handled tell_reactivated(const reply_context& context, result<write_reply>& outcome) {
  if (outcome) {
    log::info("workspace.active", {{"workspace", context.call.workspace.view()}});
    return get_workspace;
  }
  const auto error = to_errc(outcome.error());
  if (error == errc::conflict) return refuse_suspended_again(context);
  return error == errc::rate_limited
             ? context.come_again("The Workspace is already being reactivated, or its callbacks are being sent again. "
                                  "Wait until that has finished.")
             : context.fail(error);
}

handled reactivate(call_context& context) {
  return continue_with{{.workspace = context.workspace,
                        .portions = std::make_shared<reactivation>(
                            context.workspace, context.services.held_entries_per_portion, context.by_caller()),
                        .announce =
                            [](const write_reply& reply, news_desk& news) {
                              for (const auto& settled : std::get<reactivated_portion>(reply).settled)
                                news.on_entry_settled(settled);
                            }},
                       tell_reactivated};
}

} // namespace

using enum permission;
constexpr api_route workspace_rows[]{
    routes::with(workspaces_read, http_method::get, "/v1.1/workspaces/{workspace_id}", get_workspace,
                 getting_a_workspace),
    routes::with(workspaces_write, http_method::post, "/v1.1/workspaces/{workspace_id}/suspend", suspend,
                 suspending_a_workspace),
    routes::with(workspaces_write, http_method::post, "/v1.1/workspaces/{workspace_id}/reactivate", reactivate,
                 reactivating_a_workspace),
};
constexpr std::span<const api_route> workspace_routes{workspace_rows};

} // namespace paylink
