#include "api/calls/admission.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/members/member_records.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr std::string_view is_owners = "The Owner of a Workspace cannot leave it, be removed or get another role.";

constexpr route_description listing_members{
    .id = "listMembers",
    .tag = member_tag,
    .summary = "List the members of a Workspace",
    .query = {list_parameters_described},
    .answers = {answers::page("The members, newest first.", member_record)},
};

handled list_workspace_members(call_context& context) {
  auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const auto found = context.rows.ask(
      list_members{context.workspace, {.ascending = asked.ascending, .limit = asked.limit, .after = asked.position}});
  return answer_page(context, found, member_record, behind_id);
}

constexpr form given_role{.words = given_roles, .example = "member"};
struct role_change {
  std::optional<std::string> role;
};
constexpr auto role_change_members = members_into<role_change>({
    {widening("role"), given_role, into<&role_change::role>, "The new role."},
});
constexpr request_record role_change_record{
    {.name = "RoleChange", .sentence = "A new role for a member.", .changes = &member_record}, role_change_members};

constexpr route_description changing_a_role{
    .id = "changeMember",
    .tag = member_tag,
    .summary = "Change a member's role",
    .details = "Takes effect at once, also for the member's sessions and API tokens. The Owner's role cannot be "
               "changed: 409. An API token cannot grant a role above `member`: 403.",
    .bodies = {&role_change_record},
    .answers = {answers::record("The member.", member_record)},
    .errors = {errc::conflict},
};

handled tell_role(const reply_context& context, result<write_reply>& outcome) {
  const auto changed = reply_to<change_role>(outcome);
  if (!changed && to_errc(changed.error()) == errc::conflict) return context.fail(errc::conflict, is_owners);
  if (!changed) return context.fail_to_find("member", changed.error());
  return success(200, member_record.json(*changed), context.now);
}

handled change_member_role(call_context& context) {
  auto [asked, faults] = role_change_record.read(context.body);
  if (const auto fault = check_given_role(asked.role)) add_faults(faults, {*fault});
  if (!faults.empty()) return context.refuse(faults);
  if (auto refused = refuse_widening(context, is_above_member(*parse_role(*asked.role)))) return std::move(*refused);
  const auto user = user_id::parse(context.call.path[1]);
  if (!user) return context.fail_to_find("member", errc::not_found);
  return continue_with{{.workspace = context.workspace,
                        .write = change_role{.workspace = context.workspace,
                                             .user = *user,
                                             .given = *parse_role(*asked.role),
                                             .by = context.by_caller()}},
                       tell_role};
}

constexpr route_description removing_a_member{
    .id = "removeMember",
    .tag = member_tag,
    .summary = "Remove a member, or leave a Workspace",
    .details = "Removing another person requires the permission `workspaces:members`; every signed-in member can "
               "leave. Takes effect at once, also for sessions and API tokens. The Owner cannot be removed: 409.",
    .answers = {answers::nothing("The person is no longer a member of the Workspace.")},
    .errors = {errc::conflict},
};

handled tell_removed(const reply_context& context, result<write_reply>& outcome) {
  const auto removed = reply_to<remove_member>(outcome);
  if (removed) return done_without_body();
  if (to_errc(removed.error()) == errc::conflict) return context.fail(errc::conflict, is_owners);
  return context.fail_to_find("member", removed.error());
}

handled remove_workspace_member(call_context& context) {
  const auto& who = context.who;
  const auto user = user_id::parse(context.call.path[1]);
  const bool leaves = who.is_session() && who.held && user == who.user;
  if (!leaves && !holds(who.permissions, permission::workspaces_members))
    return context.fail(errc::insufficient_permissions,
                        "The caller lacks the permission workspaces:members in this Workspace, or the token does not "
                        "cover a Workspace with this id.");
  if (!user) return context.fail_to_find("member", errc::not_found);
  return continue_with{
      {.workspace = context.workspace,
       .write = remove_member{.workspace = context.workspace, .user = *user, .by = context.by_caller()}},
      tell_removed};
}

} // namespace

using enum permission;
constexpr api_route member_rows[]{
    routes::with(workspaces_read, http_method::get, "/v1.1/workspaces/{workspace_id}/members", list_workspace_members,
                 listing_members),
    routes::guarded(routes::with(workspaces_members, http_method::patch,
                                 "/v1.1/workspaces/{workspace_id}/members/{user_id}", change_member_role,
                                 changing_a_role)),
    routes::with(none, http_method::del, "/v1.1/workspaces/{workspace_id}/members/{user_id}", remove_workspace_member,
                 removing_a_member),
};
constexpr std::span<const api_route> member_routes{member_rows};

} // namespace paylink
