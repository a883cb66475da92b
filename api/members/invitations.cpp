#include "api/accounts/account_record.hpp"
#include "api/accounts/mailed_tokens.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/admission.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/members/member_records.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"
#include "secrets/hmac.hpp"

namespace paylink {

namespace {

constexpr route_description listing_invitations{
    .id = "listInvitations",
    .tag = member_tag,
    .summary = "List a Workspace's invitations",
    .query = {list_parameters_described},
    .answers = {answers::page("The invitations, newest first.", invitation_record)},
};

handled list_workspace_invitations(call_context& context) {
  auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const auto found = context.rows.ask(list_invitations{
      context.workspace, {.ascending = asked.ascending, .limit = asked.limit, .after = asked.position}});
  return answer_page(context, found, invitation_record.with(context.now), behind_id);
}

constexpr form offered_role{.words = given_roles, .example = "member"};
struct invitation_request {
  std::optional<std::string> email, role;
};
constexpr auto new_invitation_members = members_into<invitation_request>({
    {"email", forms::email, into<&invitation_request::email>, "The invited address; only its account can accept."},
    {widening("role"), offered_role, into<&invitation_request::role>, "The offered role."},
});
constexpr request_record new_invitation_record{"NewInvitation", "A person to invite.", new_invitation_members};

constexpr route_description inviting_a_member{
    .id = "inviteMember",
    .tag = member_tag,
    .summary = "Invite a person to a Workspace",
    .details = "The email contains a link that is valid for 7 days and works once. A new invitation for an address "
               "replaces the previous one. 409 for the address of a member. 429 above the limits: 10 invitations to "
               "one address in 15 minutes; by one person in 24 hours, 10 while the account is younger than a week, 30 "
               "in its first month, 100 in its first three months, and 300 later. The email omits names that contain "
               "addresses. An API token cannot offer a role above `member`: 403.",
    .headers = idempotency_headers,
    .bodies = {&new_invitation_record},
    .answers = {answers::created("The invitation; its email is on its way.", invitation_record)},
    .errors = {errc::conflict},
};

http_response answer_invited(const reply_context& context, const invitation& made, bool is_replay) {
  return repeatable(success(201, invitation_record.json(made, context.now), made.created_at), is_replay,
                    "/v1.1/workspaces/" + made.workspace.text() + "/invitations/" + made.id.text());
}

handled tell_invited(const reply_context& context, result<write_reply>& outcome) {
  const auto made = reply_to<invite_member>(outcome);
  if (made) return answer_invited(context, made->record, made->is_replay);
  const auto error = to_errc(made.error());
  if (error == errc::conflict) return context.fail(error, "This address already belongs to a member of the Workspace.");
  return context.fail(error == errc::not_found ? errc::insufficient_permissions : error);
}

/// The mail, in the language of the account with this address, else of the Workspace.
result<personal_mail> write_invitation(call_context& context, const std::string& email, std::string_view role_name) {
  const auto workspace = context.rows.ask(find_workspace{context.workspace});
  if (!workspace) return workspace.error();
  const auto inviter = context.rows.ask(find_user{context.who.user});
  if (!inviter) return inviter.error();
  const auto invited = context.rows.ask(find_sign_in{email});
  auto mail =
      mail_with_token(context, "invitation", email, was_found(invited) ? invited->account.lang : workspace->lang);
  mail.content.clear();
  record_writer{mail.content}
      .text("inviter", inviter->account.name)
      .text("workspace", workspace->name)
      .text("role", role_name)
      .close();
  return mail;
}

/// Counts the invitation for the address and for its sender: the mail goes to anybody, with words that the sender has
/// chosen.
handled count_and_invite(call_context& context, const invite_member& wanted) {
  const auto sender = context.rows.ask(find_user{context.who.user});
  if (!sender) return context.fail(sender.error());
  const auto& services = context.services;
  const auto a_day = invitations_a_day(context.now - sender->account.created_at);
  const counted_attempt attempt{
      .limits = {{.key = keys_of(tried::invitation, wanted.record.email, context.call.request).front(),
                  .limit = tries_allowed(services, 1)},
                 {.key = "invitation/sender/" + context.who.user.text(),
                  .limit = tries_allowed(services, a_day, 10),
                  .within = std::chrono::hours{24}}}};
  return count_attempt_then(
      context, attempt,
      [wanted](call_context&) -> handled {
        return continue_with{{.workspace = wanted.record.workspace, .write = wanted, .key = wanted.key}, tell_invited};
      },
      "Too many invitations to this address, or by this person in a day. Wait the number of seconds in Retry-After. "
      "Older accounts can send more.");
}

http_response replay_invited(call_context& context, const std::string& subject) {
  const auto first = context.rows.ask(find_invitation{context.workspace, invitation_id::from_store(subject)});
  return first ? answer_invited(context, *first, true) : context.fail(first.error());
}

handled invite_person(call_context& context) {
  if (auto again = replay(context, replay_invited)) return std::move(*again);
  auto [asked, faults] = new_invitation_record.read(context.body);
  for (const auto& fault : {check_email(asked.email), check_given_role(asked.role)})
    if (fault) add_faults(faults, {*fault});
  if (!faults.empty()) return context.refuse(faults);
  if (auto refused = refuse_widening(context, is_above_member(*parse_role(*asked.role)))) return std::move(*refused);
  auto mail = write_invitation(context, *asked.email, *asked.role);
  if (!mail) return context.fail(mail.error());
  const invite_member wanted{.record = {.id = invitation_id::make(context.now, context.services.random),
                                        .workspace = context.workspace,
                                        .email = *asked.email,
                                        .offered = *parse_role(*asked.role),
                                        .invited_by = context.who.user},
                             .mail = std::move(*mail),
                             .key = context.key,
                             .by = context.by_caller()};
  return count_and_invite(context, wanted);
}

constexpr route_description cancelling_an_invitation{
    .id = "cancelInvitation",
    .tag = member_tag,
    .summary = "Cancel an invitation",
    .details = "Its link stops working at once. 409 if the invitation was already accepted or cancelled.",
    .answers = {answers::nothing("The invitation has been cancelled.")},
    .errors = {errc::conflict},
};

handled cancel_workspace_invitation(call_context& context) {
  const auto named = invitation_id::parse(context.call.path[1]);
  if (!named) return context.fail_to_find("invitation", errc::not_found);
  return continue_with{
      {.workspace = context.workspace,
       .write = cancel_invitation{.workspace = context.workspace, .id = *named, .by = context.by_caller()}},
      [](const reply_context& done, result<write_reply>& outcome) -> handled {
        const auto cancelled = reply_to<cancel_invitation>(outcome);
        if (cancelled) return done_without_body();
        if (to_errc(cancelled.error()) == errc::conflict)
          return done.fail(errc::conflict, "The invitation was already accepted or cancelled.");
        return done.fail_to_find("invitation", cancelled.error());
      }};
}

struct acceptance {
  std::string token;
};
constexpr auto acceptance_members = members_into<acceptance>({
    {"token", forms::one_time_token, into<&acceptance::token>, "The token in the emailed link."},
});
constexpr request_record acceptance_record{"Acceptance", "The token after the `#` of an emailed invitation.",
                                           acceptance_members};

std::array<field_fault, 1> dead_token() {
  return {
      {{"token", "not_found", "The invitation has been used or cancelled, has expired, or is for another address."}}};
}

/// The token of a mailed link, or why there is none.
std::variant<std::string, http_response> read_token(const call_context& context) {
  auto [asked, faults] = acceptance_record.read(context.body);
  require_text(asked.token, "token", "Provide the token of the emailed link.", faults);
  if (!faults.empty()) return context.refuse(faults);
  return std::move(asked.token);
}

constexpr route_description showing_an_invitation{
    .id = "showInvitation",
    .tag = member_tag,
    .summary = "Read an emailed invitation",
    .details = "For the person with the link, who does not need an account yet. Changes nothing. An invitation that "
               "has been used, cancelled or has expired gets the same response as an unknown token: 422.",
    .bodies = {&acceptance_record},
    .answers = {answers::record("The invitation.", invitation_offer_record)},
};

/// How often an address may ask, in tries.
constexpr int shown_to_an_address = 10;

handled tell_offer(call_context& context, const std::string& digest) {
  const auto offer = context.rows.ask(find_invitation_offer{digest, context.now});
  if (!offer) {
    if (to_errc(offer.error()) != errc::not_found) return context.fail(offer.error());
    return context.refuse(dead_token());
  }
  return success(200, invitation_offer_record.json(*offer), context.now);
}

handled show_invitation(call_context& context) {
  auto token = read_token(context);
  if (auto* refused = std::get_if<http_response>(&token)) return std::move(*refused);
  const auto digest = sha256_hex(std::get<std::string>(token));
  const std::vector of_address{keys_of(tried::invitation, {}, context.call.request).back()};
  return count_then(
      context, of_address, [digest](call_context& counted) -> handled { return tell_offer(counted, digest); },
      shown_to_an_address);
}

constexpr route_description accepting_an_invitation{
    .id = "acceptInvitation",
    .tag = member_tag,
    .summary = "Accept an invitation",
    .details = "For the account with the invited address; others get the same response as for an unknown token: 422. A "
               "person without an account passes the token to `POST /v1.1/accounts` instead.",
    .bodies = {&acceptance_record},
    .answers = {answers::record("The person is now a member of the Workspace.", member_record)},
    .errors = {errc::conflict},
};

handled accept_own_invitation(call_context& context) {
  auto token = read_token(context);
  if (auto* refused = std::get_if<http_response>(&token)) return std::move(*refused);
  accept_invitation wanted{.digest = sha256_hex(std::get<std::string>(token)),
                           .user = context.who.user,
                           .membership = membership_id::make(context.now, context.services.random),
                           .by = context.by_caller()};
  return continue_with{{.write = std::move(wanted)},
                       [](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto joined = reply_to<accept_invitation>(outcome);
                         if (!joined) {
                           const auto error = to_errc(joined.error());
                           if (error == errc::conflict)
                             return done.fail(error, "You already belong to this Workspace.");
                           if (error != errc::not_found) return done.fail(error);
                           return done.refuse(dead_token());
                         }
                         return success(200, member_record.json(*joined), done.now);
                       }};
}

} // namespace

using enum permission;
constexpr api_route invitation_rows[]{
    routes::with(workspaces_members, http_method::get, "/v1.1/workspaces/{workspace_id}/invitations",
                 list_workspace_invitations, listing_invitations),
    routes::guarded(routes::with(workspaces_members, http_method::post, "/v1.1/workspaces/{workspace_id}/invitations",
                                 invite_person, inviting_a_member)),
    routes::with(workspaces_members, http_method::del, "/v1.1/workspaces/{workspace_id}/invitations/{invitation_id}",
                 cancel_workspace_invitation, cancelling_an_invitation),
    routes::before_sign_in(http_method::post, "/v1.1/invitations/show", show_invitation, showing_an_invitation),
    routes::signed_in(http_method::post, "/v1.1/invitations/accept", accept_own_invitation, accepting_an_invitation),
};
constexpr std::span<const api_route> invitation_routes{invitation_rows};

} // namespace paylink
