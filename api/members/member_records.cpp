#include "api/members/member_records.hpp"

#include "api/accounts/account_record.hpp"

namespace paylink {

namespace {

constexpr form member_status{.pattern = "^(active|left)$", .example = "active"};

constexpr auto member_members = members_of<member>({
    {"id", forms::membership_id, get<&member::id>, "Its id."},
    {"workspace_id", forms::workspace_id, get<&member::workspace>, "The Workspace."},
    {"user_id", forms::user_id, get<&member::user>, "The person's id, as used in paths."},
    {"email", forms::email, get<&member::email>, "The person's address."},
    {"name", forms::person_name, get<&member::name>, "The person's name."},
    {"role", one_of_words<role>("member"), get<&member::held>, "The person's role."},
    {"status", member_status, [](auto& of) { return of.is_active ? "active" : "left"; },
     "Whether the person belongs to the Workspace."},
    {"created_at", forms::time, get<&member::created_at>, "When the person joined."},
});

constexpr auto invitation_members = members_of<invitation, timestamp>({
    {"id", forms::invitation_id, get<&invitation::id>, "Its id."},
    {"workspace_id", forms::workspace_id, get<&invitation::workspace>, "The Workspace."},
    {"email", forms::email, get<&invitation::email>, "Who is invited."},
    {"role", one_of_words<role>("member"), get<&invitation::offered>, "The offered role."},
    {"invited_by", forms::user_id, get<&invitation::invited_by>, "Who sent the invitation."},
    {"status", one_of_words<invitation_status>("pending"), [](auto& of, auto& now) { return status_at(of, now); },
     "Only a `pending` one can be accepted or cancelled."},
    {"created_at", forms::time, get<&invitation::created_at>, "When it was emailed."},
    {"expires_at", forms::time, get<&invitation::expires_at>, "When it expires."},
});

constexpr auto offer_members = members_of<invitation_offer>({
    {"workspace_name", forms::workspace_name, get<&invitation_offer::workspace_name>,
     "The Workspace that the person would join."},
    {"invited_by", forms::person_name, get<&invitation_offer::inviter_name>,
     "The name of the person who sent the invitation."},
    {"role", one_of_words<role>("member"), get<&invitation_offer::record, &invitation::offered>, "The offered role."},
    {"email", forms::email, get<&invitation_offer::record, &invitation::email>, "Who is invited."},
    {"expires_at", forms::time, get<&invitation_offer::record, &invitation::expires_at>, "When it expires."},
});

} // namespace

constexpr written_record<member> member_record{"Member", "A person in a Workspace.", member_members};

constexpr written_record<invitation, timestamp> invitation_record{
    "Invitation", "An emailed invitation to join a Workspace.", invitation_members};

constexpr written_record<invitation_offer> invitation_offer_record{
    "InvitationOffer", "An emailed invitation, as shown to the invited person.", offer_members};

std::vector<std::string_view> given_roles() { return words_besides<role, role::owner>(); }

} // namespace paylink
