#include "api/calls/admission.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/workspaces/workspace_record.hpp"
#include "domain/deliveries/notice.hpp"
#include "domain/identity/workspace_rules.hpp"
#include "domain/plans/quota_notice.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view first_key_id = "key-1";

constexpr route_description listing_workspaces{
    .id = "listWorkspaces",
    .tag = workspace_tag,
    .summary = "List your Workspaces",
    .details = "For a session, the Workspaces of its user; for an API token, those in which it has permissions.",
    .query = {list_parameters_described},
    .answers = {answers::page("The Workspaces, newest first.", workspace_record)},
};

handled list_own_workspaces(call_context& context) {
  auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const auto found = context.rows.ask(
      list_workspaces{context.who, {.ascending = asked.ascending, .limit = asked.limit, .after = asked.position}});
  return answer_page(
      context, found, [](std::string& out, const held_workspace& one) { workspace_record(out, one.record, one.held); },
      [](const held_workspace& last) { return last.record.id.text(); });
}

constexpr auto new_workspace_members = members_into<workspace_request>({
    {"name", forms::workspace_name, into<&workspace_request::name>, "Its name, 1 to 100 characters."},
    {"description", forms::text, into<&workspace_request::description>, "Up to 500 characters.", optional,
     "Online shop"},
    {"entity_type", one_of_words<entity_type>("individual"), into<&workspace_request::entity>,
     "The kind of entity that collects the money. Can't be changed."},
    {"banking_mode", one_of_words<banking_mode>("open_banking"), into<&workspace_request::mode>,
     "How its bank accounts are connected: `open_banking` for an individual and a household business, either mode for "
     "an enterprise. Can't be changed."},
    {"language", one_of_words<language>("vi"), into<&workspace_request::lang>,
     "The language of its emails; its Owner's by default.", optional},
});
constexpr request_record new_workspace_record{"NewWorkspace", "A Workspace to create.", new_workspace_members};

constexpr route_description creating_a_workspace{
    .id = "createWorkspace",
    .tag = workspace_tag,
    .summary = "Create a Workspace",
    .details = "The user becomes its permanent Owner. The plan limits the number of Workspaces that a user can own.",
    .headers = idempotency_headers,
    .bodies = {&new_workspace_record},
    .answers = {answers::created("The Workspace.", workspace_record)},
    .errors = {errc::plan_workspace_limit, errc::conflict},
};

http_response answer_made(const workspace& made, bool is_replay) {
  return repeatable(success(201, workspace_record.json(made, role::owner), made.created_at), is_replay,
                    "/v1.1/workspaces/" + made.id.text());
}

constexpr std::string_view deleted_since = "The Workspace that this idempotency key created has been deleted.";

http_response replay_made(call_context& context, const std::string& subject) {
  const auto found = context.rows.ask(find_workspace{workspace_id::from_store(subject)});
  return was_found(found) ? answer_made(*found, true) : context.fail(errc::conflict, deleted_since);
}

/// Says which plan the caller is on, and how many Workspaces it has room for.
handled refuse_another(call_context& context) {
  const auto held = context.rows.ask(find_held_plan{context.who.user, context.now});
  if (!held) return context.fail(held.error());
  const auto* const next = find_plan(held->next);
  const auto* const limits = next != nullptr ? next : find_plan(held->name);
  if (limits == nullptr) return context.fail(errc::plan_workspace_limit);
  return context.fail(errc::plan_workspace_limit,
                      "The plan " + std::string{limits->name} +
                          (next != nullptr ? ", which is yours from the next month on," : "") + " has room for " +
                          std::to_string(limits->workspaces) +
                          (limits->workspaces == 1 ? " Workspace." : " Workspaces."));
}

handled tell_made(const reply_context& context, result<write_reply>& outcome) {
  const auto made = reply_to<make_workspace>(outcome);
  if (!made && to_errc(made.error()) == errc::conflict) return context.fail(errc::conflict, deleted_since);
  if (!made && to_errc(made.error()) == errc::plan_workspace_limit) return refuse_another;
  if (!made) return context.fail(made.error());
  if (!made->is_replay) log::info("workspace.created", {{"workspace", made->record.id.view()}});
  return answer_made(made->record, made->is_replay);
}

make_workspace new_workspace(call_context& context, const workspace_request& asked, language of_owner) {
  auto& random = context.services.random;
  make_workspace made{.record = {},
                      .owner_membership = membership_id::make(context.now, random),
                      .signing_key_id = std::string{first_key_id},
                      .sealed_signing_key = {},
                      .by = context.by_caller()};
  made.record.id = workspace_id::make(context.now, random);
  made.record.owner = context.who.user;
  made.record.name = *asked.name;
  made.record.description = asked.description.value_or("");
  made.record.entity = parse_entity_type(*asked.entity).value_or(entity_type::individual);
  made.record.mode = parse_banking_mode(*asked.mode).value_or(banking_mode::open_banking);
  made.record.lang = asked.lang ? parse_language(*asked.lang).value_or(of_owner) : of_owner;
  made.record.created_at = context.now;
  made.sealed_signing_key = context.services.keys.seal(
      make_secret("plsk", random), signing_key_place(made.record.id.view(), made.signing_key_id), random);
  return made;
}

handled create_own_workspace(call_context& context) {
  if (auto again = replay(context, replay_made)) return std::move(*again);
  auto [asked, faults] = new_workspace_record.read(context.body);
  add_faults(faults, check_new_workspace(asked));
  if (!faults.empty()) return context.refuse(faults);
  const auto owner = context.rows.ask(find_user{context.who.user});
  if (!owner) return context.fail(owner.error());
  auto made = new_workspace(context, asked, owner->account.lang);
  made.key = context.key;
  return continue_with{{.write = std::move(made)}, tell_made};
}

/// Emails to turn on or off.
struct notification_change {
  decltype(change_workspace::notices_on) on{}, off{};
};
template <auto Kind>
constexpr auto turn = [](notification_change& into, const boost::json::value& value) {
  if (const auto* wanted = value.if_bool()) (*wanted ? into.on : into.off) |= switch_of(Kind);
};

constexpr auto notification_change_members = members_into<notification_change>({
    {"delivery_failed", forms::truth, turn<notice_kind::delivery_failed>, "A callback has failed.", optional, "true"},
    {"delivery_recovered", forms::truth, turn<notice_kind::delivery_recovered>,
     "Callbacks to a failing receiver succeed again.", optional, "true"},
    {"webhook_disabled", forms::truth, turn<notice_kind::webhook_disabled>,
     "A webhook was disabled because its endpoint is gone or keeps failing.", optional, "true"},
    {"quota_80", forms::truth, turn<quota_notice::at_80>, "80 % of the month's transactions are used.", optional,
     "true"},
    {"quota_100", forms::truth, turn<quota_notice::at_100>, "All of the month's transactions are used.", optional,
     "true"},
});
constexpr request_record notification_change_record{
    {.name = "NotificationChange",
     .sentence = "The emails to turn on or off; omitted ones stay as they are.",
     .needs_a_member = true},
    notification_change_members};

struct workspace_changes {
  workspace_request asked;
  std::optional<bool> needs_second_factor;
  const boost::json::object* notifications = nullptr;
};
constexpr auto workspace_change_members = members_into<workspace_changes>({
    {"name", forms::workspace_name, into<&workspace_changes::asked, &workspace_request::name>,
     "Its name, 1 to 100 characters.", optional},
    {"description", forms::text, into<&workspace_changes::asked, &workspace_request::description>,
     "Up to 500 characters.", optional, "Online shop"},
    {"language", one_of_words<language>("vi"), into<&workspace_changes::asked, &workspace_request::lang>,
     "The language of its emails.", optional},
    {"notifications", forms::record(notification_change_record), into<&workspace_changes::notifications>,
     "The emails that the Owner and the Admins get.", optional},
    {widening("second_factor_required"), forms::truth, into<&workspace_changes::needs_second_factor>,
     "Whether the Owner and the Admins must have a second factor.", optional},
});
constexpr request_record workspace_change_record{{.name = "WorkspaceChange",
                                                  .sentence = "The changes; omitted members stay as they are.",
                                                  .needs_a_member = true,
                                                  .changes = &workspace_record},
                                                 workspace_change_members};

constexpr route_description changing_a_workspace{
    .id = "changeWorkspace",
    .tag = workspace_tag,
    .summary = "Change a Workspace",
    .details =
        "The entity type, banking mode and Owner cannot be changed. `second_factor_required` locks out the "
        "Owner and Admins who have no second factor; the caller who turns it on must have one: otherwise 409. "
        "To change it, a signed-in person must have entered the password or a second factor within the last five "
        "minutes; an API token cannot: 403.",
    .bodies = {&workspace_change_record},
    .answers = {answers::record("The Workspace.", workspace_record)},
    .errors = {errc::conflict},
};

/// Whether the caller may require a second factor: without one it would lock itself out.
bool has_second_factor(const call_context& context) {
  const auto account = context.rows.ask(find_user{context.who.user});
  return was_found(account) && account->account.has_second_factor;
}

handled tell_changed_workspace(const reply_context& context, result<write_reply>& outcome) {
  const auto changed = reply_to<change_workspace>(outcome);
  if (!changed && to_errc(changed.error()) == errc::not_found) return context.fail(errc::insufficient_permissions);
  if (!changed) return context.fail(changed.error());
  return success(200, workspace_record.json(*changed, context.call.who.held), context.now);
}

handled change_own_workspace(call_context& context) {
  auto [changes, faults] = workspace_change_record.read(context.body);
  const auto& asked = changes.asked;
  add_faults(faults, check_workspace_change(asked));
  change_workspace wanted{.id = context.workspace,
                          .name = asked.name,
                          .description = asked.description,
                          .lang = asked.lang ? parse_language(*asked.lang) : std::nullopt,
                          .needs_second_factor = changes.needs_second_factor,
                          .by = context.by_caller()};
  if (changes.notifications) {
    const auto read = notification_change_record.read(*changes.notifications, "notifications.");
    wanted.notices_on = read.asked.on;
    wanted.notices_off = read.asked.off;
    faults.insert(faults.end(), read.faults.begin(), read.faults.end());
  }
  if (!faults.empty()) return context.refuse(faults);
  if (wanted.needs_second_factor)
    if (auto refused = refuse_widening(context, true)) return std::move(*refused);
  if (wanted.needs_second_factor.value_or(false) && !has_second_factor(context))
    return context.fail(errc::conflict, "Set up a second factor of your own first, or you would lock yourself out.");
  return continue_with{{.workspace = context.workspace, .write = std::move(wanted)}, tell_changed_workspace};
}

} // namespace

using enum permission;
constexpr api_route own_workspace_rows[]{
    routes::with_token(none, http_method::get, "/v1.1/workspaces", list_own_workspaces, listing_workspaces),
    routes::signed_in(http_method::post, "/v1.1/workspaces", create_own_workspace, creating_a_workspace),
    routes::guarded_in_part(routes::with(workspaces_write, http_method::patch, "/v1.1/workspaces/{workspace_id}",
                                         change_own_workspace, changing_a_workspace)),
};
constexpr std::span<const api_route> own_workspace_routes{own_workspace_rows};

} // namespace paylink
