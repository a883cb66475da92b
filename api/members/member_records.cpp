#include "api/members/member_records.hpp"

#include "api/accounts/account_record.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

constexpr form member_status{.pattern = "^(active|left)$", .example = "active"};

constexpr member_description member_members[]{
    {"id", forms::membership_id, "Its id."},
    {"workspace_id", forms::workspace_id, "The Workspace."},
    {"user_id", forms::user_id, "The person's id, as used in paths."},
    {"email", forms::email, "The person's address."},
    {"name", forms::person_name, "The person's name."},
    {"role", one_of_words<role>("member"), "The person's role."},
    {"status", member_status, "Whether the person belongs to the Workspace."},
    {"created_at", forms::time, "When the person joined."},
};

constexpr member_description invitation_members[]{
    {"id", forms::invitation_id, "Its id."},
    {"workspace_id", forms::workspace_id, "The Workspace."},
    {"email", forms::email, "Who is invited."},
    {"role", one_of_words<role>("member"), "The offered role."},
    {"invited_by", forms::user_id, "Who sent the invitation."},
    {"status", one_of_words<invitation_status>("pending"), "Only a `pending` one can be accepted or cancelled."},
    {"created_at", forms::time, "When it was emailed."},
    {"expires_at", forms::time, "When it expires."},
};

constexpr member_description offer_members[]{
    {"workspace_name", forms::workspace_name, "The Workspace that the person would join."},
    {"invited_by", forms::person_name, "The name of the person who sent the invitation."},
    {"role", one_of_words<role>("member"), "The offered role."},
    {"email", forms::email, "Who is invited."},
    {"expires_at", forms::time, "When it expires."},
};

} // namespace

constexpr record_description member_record{
    .name = "Member",
    .sentence = "A person in a Workspace.",
    .members = member_members,
};

constexpr record_description invitation_record{
    .name = "Invitation",
    .sentence = "An emailed invitation to join a Workspace.",
    .members = invitation_members,
};

void append_member(std::string& out, const member& one) {
  record_writer{out}
      .text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("user_id", one.user.view())
      .text("email", one.email)
      .text("name", one.name)
      .text("role", to_text(one.held))
      .text("status", one.is_active ? "active" : "left")
      .time("created_at", one.created_at)
      .close();
}

void append_invitation(std::string& out, const invitation& one, timestamp now) {
  record_writer{out}
      .text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("email", one.email)
      .text("role", to_text(one.offered))
      .text("invited_by", one.invited_by.view())
      .text("status", to_text(status_at(one, now)))
      .time("created_at", one.created_at)
      .time("expires_at", one.expires_at)
      .close();
}

constexpr record_description invitation_offer_record{
    .name = "InvitationOffer",
    .sentence = "An emailed invitation, as shown to the invited person.",
    .members = offer_members,
};

void append_offer(std::string& out, const invitation_offer& one) {
  record_writer{out}
      .text("workspace_name", one.workspace_name)
      .text("invited_by", one.inviter_name)
      .text("role", to_text(one.record.offered))
      .text("email", one.record.email)
      .time("expires_at", one.record.expires_at)
      .close();
}

std::vector<std::string_view> given_roles() { return words_besides<role, role::owner>(); }

} // namespace paylink
