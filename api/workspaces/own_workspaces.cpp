#include "api/calls/admission.hpp"
#include "api/calls/described_body.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/description/list_description.hpp"
#include "api/route_table.hpp"
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
      context, found.rows, found.has_more,
      [](std::string& out, const held_workspace& one) { workspace_record(out, one.record, one.held); },
      [](const held_workspace& last) { return last.record.id.text(); });
}

constexpr member_description new_workspace_members[]{
    {"name", forms::workspace_name, "Its name, 1 to 100 characters."},
    {"description", forms::text, "Up to 500 characters.", optional, "Online shop"},
    {"entity_type", one_of_words<entity_type>("individual"),
     "The kind of entity that collects the money. Can't be changed."},
    {"banking_mode", one_of_words<banking_mode>("open_banking"),
     "How its bank accounts are connected: `open_banking` for an individual and a household business, either mode for "
     "an enterprise. Can't be changed."},
    {"language", one_of_words<language>("vi"), "The language of its emails; its Owner's by default.", optional},
};
constexpr record_description new_workspace_record{
    .name = "NewWorkspace",
    .sentence = "A Workspace to create.",
    .members = new_workspace_members,
    .is_closed = true,
};

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
  auto response = success(201, workspace_record.json(made, role::owner), made.created_at);
  response.headers.emplace_back("Location", "/v1.1/workspaces/" + made.id.text());
  mark_replay(response, is_replay);
  return response;
}

constexpr std::string_view deleted_since = "The Workspace that this idempotency key created has been deleted.";

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

command_outcome tell_made(const reply_context& context, result<write_reply>& outcome) {
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
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  const auto& document = std::get<boost::json::object>(body);
  auto key = read_idempotency_key(context, document);
  if (auto* refused = std::get_if<http_response>(&key)) return std::move(*refused);
  const auto& named = std::get<idempotency_key>(key);
  auto used = look_up_key(context, named);
  if (auto* refused = std::get_if<http_response>(&used)) return std::move(*refused);
  if (const auto& subject = std::get<std::optional<std::string>>(used)) {
    const auto found = context.rows.ask(find_workspace{workspace_id::from_store(*subject)});
    return was_found(found) ? answer_made(*found, true) : context.fail(errc::conflict, deleted_since);
  }
  field_faults faults;
  const described_body given{new_workspace_record, document, faults};
  const workspace_request asked{given.text("name"), given.text("description"), given.text("entity_type"),
                                given.text("banking_mode"), given.text("language")};
  add_faults(faults, check_new_workspace(asked));
  if (!faults.empty()) return context.refuse(faults);
  const auto owner = context.rows.ask(find_user{context.who.user});
  if (!owner) return context.fail(owner.error());
  auto made = new_workspace(context, asked, owner->account.lang);
  made.key = named;
  return asked_command{{.write = std::move(made)}, tell_made};
}

constexpr member_description notification_change_members[]{
    {"delivery_failed", forms::truth, "A callback has failed.", optional, "true"},
    {"delivery_recovered", forms::truth, "Callbacks to a failing receiver succeed again.", optional, "true"},
    {"webhook_disabled", forms::truth, "A webhook was disabled because its endpoint is gone or keeps failing.",
     optional, "true"},
    {"quota_80", forms::truth, "80 % of the month's transactions are used.", optional, "true"},
    {"quota_100", forms::truth, "All of the month's transactions are used.", optional, "true"},
};
constexpr record_description notification_change_record{
    .name = "NotificationChange",
    .sentence = "The emails to turn on or off; omitted ones stay as they are.",
    .members = notification_change_members,
    .is_closed = true,
    .needs_a_member = true,
};

constexpr member_description workspace_change_members[]{
    {"name", forms::workspace_name, "Its name, 1 to 100 characters.", optional},
    {"description", forms::text, "Up to 500 characters.", optional, "Online shop"},
    {"language", one_of_words<language>("vi"), "The language of its emails.", optional},
    {"notifications", forms::record(notification_change_record), "The emails that the Owner and the Admins get.",
     optional},
    widening({"second_factor_required", forms::truth, "Whether the Owner and the Admins must have a second factor.",
              optional}),
};
constexpr record_description workspace_change_record{
    .name = "WorkspaceChange",
    .sentence = "The changes; omitted members stay as they are.",
    .members = workspace_change_members,
    .is_closed = true,
    .needs_a_member = true,
    .changes = &workspace_record,
};

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

/// Reads `notifications`; its faults are named `notifications.…`.
void read_notifications(const boost::json::object& given, change_workspace& into, field_faults& faults) {
  field_faults found;
  const described_body read{notification_change_record, given, found};
  for (const auto kind : notice_kinds)
    if (const auto wanted = read.truth(to_text(kind)))
      (*wanted ? into.notices_on : into.notices_off) |= switch_of(kind);
  for (const auto notice : {quota_notice::at_80, quota_notice::at_100})
    if (const auto wanted = read.truth(to_text(notice)))
      (*wanted ? into.notices_on : into.notices_off) |= switch_of(notice);
  for (auto& fault : found) {
    const bool is_of_all = fault.field == "body";
    fault.field = is_of_all ? "notifications" : "notifications." + fault.field;
    faults.push_back(std::move(fault));
  }
}

command_outcome tell_changed_workspace(const reply_context& context, result<write_reply>& outcome) {
  const auto changed = reply_to<change_workspace>(outcome);
  if (!changed && to_errc(changed.error()) == errc::not_found) return context.fail(errc::insufficient_permissions);
  if (!changed) return context.fail(changed.error());
  return success(200, workspace_record.json(*changed, context.call.who.held), context.now);
}

handled change_own_workspace(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{workspace_change_record, std::get<boost::json::object>(body), faults};
  const workspace_request asked{
      .name = given.text("name"), .description = given.text("description"), .lang = given.text("language")};
  add_faults(faults, check_workspace_change(asked));
  change_workspace wanted{.id = context.workspace,
                          .name = asked.name,
                          .description = asked.description,
                          .lang = asked.lang ? parse_language(*asked.lang) : std::nullopt,
                          .needs_second_factor = given.truth("second_factor_required"),
                          .by = context.by_caller()};
  if (const auto* notifications = given.record("notifications")) read_notifications(*notifications, wanted, faults);
  if (!faults.empty()) return context.refuse(faults);
  if (wanted.needs_second_factor)
    if (auto refused = refuse_widening(context, true)) return std::move(*refused);
  if (wanted.needs_second_factor.value_or(false) && !has_second_factor(context))
    return context.fail(errc::conflict, "Set up a second factor of your own first, or you would lock yourself out.");
  return asked_command{{.workspace = context.workspace, .write = std::move(wanted)}, tell_changed_workspace};
}

} // namespace

std::span<const api_route> own_workspace_routes() {
  using enum permission;
  static constexpr std::array all{
      routes::with_token(none, http_method::get, "/v1.1/workspaces", list_own_workspaces, listing_workspaces),
      routes::signed_in(http_method::post, "/v1.1/workspaces", create_own_workspace, creating_a_workspace),
      routes::guarded_in_part(routes::with(workspaces_write, http_method::patch, "/v1.1/workspaces/{workspace_id}",
                                           change_own_workspace, changing_a_workspace)),
  };
  return all;
}

} // namespace paylink
