#include "api/workspaces/workspace_record.hpp"

#include "api/description/forms.hpp"
#include "domain/deliveries/notice.hpp"
#include "domain/plans/quota_notice.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr member_description notification_members[]{
    {"delivery_failed", forms::truth, "A callback has failed.", always, "true"},
    {"delivery_recovered", forms::truth, "Callbacks to a failing receiver succeed again.", always, "true"},
    {"webhook_disabled", forms::truth, "A webhook was disabled because its endpoint is gone or keeps failing.", always,
     "true"},
    {"quota_80", forms::truth,
     "80 % of the month's transactions are used. Sent to the Owner, unless all the Owner's Workspaces have turned it "
     "off.",
     always, "true"},
    {"quota_100", forms::truth, "All of the month's transactions are used. Sent to the Owner likewise.", always,
     "true"},
};
constexpr record_description notifications_record{
    .name = "Notifications",
    .sentence = "The emails that the Owner and the Admins of a Workspace get.",
    .members = notification_members,
};

constexpr member_description workspace_members[]{
    {"id", forms::workspace_id, "Its id."},
    {"name", forms::workspace_name, "Its name."},
    {"description", forms::text, "As given.", nullable, "Online shop"},
    {"entity_type", one_of_words<entity_type>("individual"), "The kind of entity that collects the money."},
    {"banking_mode", one_of_words<banking_mode>("open_banking"), "How its bank accounts are connected."},
    {"status", one_of_words<workspace_status>("active"),
     "While it is `suspended`, bank entries are on hold, and no link can be created."},
    {"language", one_of_words<language>("vi"), "The language of its emails."},
    {"notifications", forms::record(notifications_record), "The emails that are sent."},
    {"second_factor_required", forms::truth, "Whether its Owner and its Admins must have a second factor."},
    {"role", one_of_words<role>("owner"), "The role of the caller; for a token, that of the user who created it.",
     nullable, "owner"},
    {"created_at", forms::time, "When it was created.", always, "2026-03-01T02:00:00.000Z"},
};

bool is_on(const workspace& record, notice_kind kind) {
  return (record.notices_off & (1U << static_cast<unsigned>(kind))) == 0;
}

} // namespace

constexpr record_description workspace_record{
    .name = "Workspace",
    .sentence = "A Workspace, with accounts, links and payments of its own.",
    .members = workspace_members,
};

void append_workspace(std::string& out, const workspace& record, std::optional<role> held) {
  record_writer written{out};
  written.text("id", record.id.view())
      .text("name", record.name)
      .text_or_null("description", record.description)
      .text("entity_type", to_text(record.entity))
      .text("banking_mode", to_text(record.mode))
      .text("status", to_text(record.status))
      .text("language", to_text(record.lang));
  record_writer mails{written.member("notifications")};
  for (const auto kind : notice_kinds) mails.flag(to_text(kind), is_on(record, kind));
  for (const auto notice : {quota_notice::at_80, quota_notice::at_100})
    mails.flag(to_text(notice), (record.notices_off & switch_of(notice)) == 0);
  mails.close();
  written.flag("second_factor_required", record.needs_second_factor);
  written.text_or_null("role", held ? to_text(*held) : std::string_view{}).time("created_at", record.created_at);
  written.close();
}

} // namespace paylink
