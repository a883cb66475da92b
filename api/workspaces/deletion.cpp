
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/workspaces/workspace_record.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

constexpr parameter_description deletion_parameters[]{
    {"confirm", forms::workspace_name, "The Workspace's name, exactly", "", true},
    {"force", forms::truth, "Delete even if callbacks are still being sent; they are cancelled", "false"},
};

constexpr route_description deleting_a_workspace{
    .id = "deleteWorkspace",
    .tag = workspace_tag,
    .summary = "Delete a Workspace",
    .details =
        "Cannot be undone: export its data first. From then on, calls behave as if the Workspace never existed; its "
        "bank accounts can be connected elsewhere; its pending links have failed with the reason `workspace_deleted`. "
        "Its data is deleted in the background; the pages of its closed links and the usage counted for its Owner's "
        "plan stay. While callbacks are still being sent, the response is 409 with their number in `details`.",
    .query = {deletion_parameters},
    .answers = {answers::nothing("The Workspace has been deleted.")},
    .errors = {errc::unsupported_media_type, errc::conflict},
};

/// Deletes a Workspace: first at once, then its links are closed, portion by portion. Its data goes later, without
/// anybody who waits for it.
class deletion final : public portioned_write {
public:
  explicit deletion(delete_workspace wanted) : wanted_{std::move(wanted)} {}

  write_command prepare(read_store&, timestamp) override {
    if (has_begun_) return clear_workspace{.only = wanted_.id};
    return wanted_;
  }

  bool take(const write_reply& reply) override {
    has_begun_ = true;
    const auto* portion = std::get_if<cleared_portion>(&reply);
    return portion == nullptr || !portion->has_closed_links;
  }

  /// Whether the Workspace is deleted, whatever becomes of the portions behind that.
  bool has_begun() const { return has_begun_; }

private:
  delete_workspace wanted_;
  bool has_begun_ = false;
};

void announce_deletion(const write_reply& reply, news_desk& news) {
  const auto* portion = std::get_if<cleared_portion>(&reply);
  if (portion == nullptr) return;
  for (const auto& public_id : portion->public_ids) {
    payment_link closed;
    closed.public_id = public_id;
    closed.status = link_status::failed;
    news.on_link_changed(closed);
  }
}

// A portion that failed is repeated in the background: of what the call was asked, nothing is left to do.
handled tell_deleted(const reply_context& context, const result<write_reply>& outcome, bool is_deleted) {
  if (outcome || is_deleted) {
    log::info("workspace.deleted", {{"workspace", context.call.workspace.view()}});
    return done_without_body();
  }
  const auto error = to_errc(outcome.error());
  if (error == errc::rate_limited)
    return context.come_again(
        "The Workspace is being reactivated, or its callbacks are being sent again. Wait until that has finished.");
  return context.fail(error == errc::not_found ? errc::insufficient_permissions : error);
}

http_response refuse_unfinished(const call_context& context, std::int64_t count) {
  const auto number = std::to_string(count);
  return context.fail(errc::conflict, "Callbacks of this Workspace are still being sent.",
                      {"callbacks", "unfinished",
                       number + (count == 1 ? " callback is" : " callbacks are") +
                           " still being sent. Wait until they have finished, or use force=true to cancel them."});
}

handled delete_own_workspace(call_context& context) {
  if (auto refused = refuse_members(context)) return std::move(*refused);
  const auto found = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(found)) return context.fail(errc::insufficient_permissions);
  auto faults = unknown_parameters(context);
  const bool is_forced = parameter_reader{context, faults}.flag("force");
  const auto confirmed = context.call.request.parameter("confirm");
  if (!confirmed)
    faults.push_back({"confirm", "required", "Provide the Workspace's name."});
  else if (*confirmed != found->name)
    faults.push_back({"confirm", "format", "The name does not match the Workspace's name."});
  if (!faults.empty()) return context.refuse(faults);
  if (!is_forced)
    if (const auto count = context.rows.ask(count_unfinished_callbacks{context.workspace}); count > 0)
      return refuse_unfinished(context, count);
  const auto wanted = std::make_shared<deletion>(
      delete_workspace{.id = context.workspace, .ends_callbacks = is_forced, .by = context.by_caller()});
  return continue_with{{.workspace = context.workspace, .portions = wanted, .announce = announce_deletion},
                       [wanted](const reply_context& reported, result<write_reply>& outcome) {
                         return tell_deleted(reported, outcome, wanted->has_begun());
                       }};
}

} // namespace

constexpr api_route workspace_deletion_rows[]{
    routes::in_turn(
        routes::guarded(routes::with(permission::workspaces_delete, http_method::del, "/v1.1/workspaces/{workspace_id}",
                                     delete_own_workspace, deleting_a_workspace))),
};
constexpr std::span<const api_route> workspace_deletion_routes{workspace_deletion_rows};

} // namespace paylink
