#include "api/workspaces/workspace_record.hpp"

#include "api/description/forms.hpp"
#include "domain/deliveries/notice.hpp"
#include "domain/plans/quota_notice.hpp"

namespace paylink {

namespace {

using enum presence;

/// Whether these emails are sent.
template <auto Kind>
constexpr auto sends = [](const workspace& of) { return (of.notices_off & switch_of(Kind)) == 0; };

constexpr auto notification_members = members_of<workspace>({
    {"delivery_failed", forms::truth, sends<notice_kind::delivery_failed>, "A callback has failed.", always, "true"},
    {"delivery_recovered", forms::truth, sends<notice_kind::delivery_recovered>,
     "Callbacks to a failing receiver succeed again.", always, "true"},
    {"webhook_disabled", forms::truth, sends<notice_kind::webhook_disabled>,
     "A webhook was disabled because its endpoint is gone or keeps failing.", always, "true"},
    {"quota_80", forms::truth, sends<quota_notice::at_80>,
     "80 % of the month's transactions are used. Sent to the Owner, unless all the Owner's Workspaces have turned it "
     "off.",
     always, "true"},
    {"quota_100", forms::truth, sends<quota_notice::at_100>,
     "All of the month's transactions are used. Sent to the Owner likewise.", always, "true"},
});
constexpr written_record<workspace> notifications_record{
    "Notifications", "The emails that the Owner and the Admins of a Workspace get.", notification_members};

constexpr auto workspace_members = members_of<workspace, std::optional<role>>({
    {"id", forms::workspace_id, get<&workspace::id>, "Its id."},
    {"name", forms::workspace_name, get<&workspace::name>, "Its name."},
    {"description", forms::text, get<&workspace::description>, "As given.", nullable, "Online shop"},
    {"entity_type", one_of_words<entity_type>("individual"), get<&workspace::entity>,
     "The kind of entity that collects the money."},
    {"banking_mode", one_of_words<banking_mode>("open_banking"), get<&workspace::mode>,
     "How its bank accounts are connected."},
    {"status", one_of_words<workspace_status>("active"), get<&workspace::status>,
     "While it is `suspended`, bank entries are on hold, and no link can be created."},
    {"language", one_of_words<language>("vi"), get<&workspace::lang>, "The language of its emails."},
    {"notifications", notifications_record, itself, "The emails that are sent."},
    {"second_factor_required", forms::truth, get<&workspace::needs_second_factor>,
     "Whether its Owner and its Admins must have a second factor."},
    {"role", one_of_words<role>("owner"), [](auto&, auto& held) { return held; },
     "The role of the caller; for a token, that of the user who created it.", nullable, "owner"},
    {"created_at", forms::time, get<&workspace::created_at>, "When it was created.", always,
     "2026-03-01T02:00:00.000Z"},
});

} // namespace

constexpr written_record<workspace, std::optional<role>> workspace_record{
    "Workspace", "A Workspace, with accounts, links and payments of its own.", workspace_members};

} // namespace paylink
