#include "api/accounts/given_factors.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/subject_routes.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

using enum presence;

struct asked_confirmation {
  std::string password;
  given_factor second;
};
constexpr auto confirmation_members = members_into<asked_confirmation>({
    {"password", forms::password, into<&asked_confirmation::password>, "The account's password.", optional},
    {code_member, into<&asked_confirmation::second, &given_factor::code>},
    {"passkey", forms::record(assertion_answer_record), into_passkey,
     "A passkey's response to `POST /v1.1/sessions/current/confirm/options`.", optional, "", false},
});
constexpr request_record confirmation_record{
    {.name = "Confirmation", .sentence = "Proof that the user is present: one of these.", .needs_a_member = true},
    confirmation_members};

constexpr route_description confirming_a_session{
    .id = "confirmSession",
    .tag = account_tag,
    .summary = "Confirm the session with the password or a second factor",
    .details =
        "For five minutes, the session can make the calls that otherwise return 403 `REAUTHENTICATION_REQUIRED`.",
    .bodies = {&confirmation_record},
    .answers = {answers::nothing("The session is confirmed.")},
};

http_response refuse_confirmation(const reply_context& context, std::string_view member) {
  return context.refuse(
      {std::string{member}, "format",
       member == "password" ? "The password is wrong." : "This is wrong, has expired, or has been used."});
}

handled note_confirmation(const call_context& context, const settled_try& tried, const factor_use& use,
                          std::string_view member) {
  return continue_with{{.write = confirm_session{context.who.session, context.who.user, tried, use}},
                       [member](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto confirmed = reply_to<confirm_session>(outcome);
                         if (confirmed) return done_without_body();
                         if (to_errc(confirmed.error()) == errc::conflict) return refuse_confirmation(done, member);
                         return done.fail(confirmed.error());
                       }};
}

handled check_confirmation(call_context& context, const std::string& password, const settled_try& tried) {
  const auto account = context.rows.ask(find_user{context.who.user});
  if (!account) return context.fail(account.error());
  const auto go_on = [tried](call_context& then, const password_check::outcome& checked) -> handled {
    if (!checked.fits) return refuse_confirmation(then, "password");
    return note_confirmation(then, tried, {}, "password");
  };
  return continue_with{password_check{password, account->password_hash}, go_on};
}

handled confirm_own_session(call_context& context) {
  auto [asked, faults] = confirmation_record.read(context.body);
  const auto& [password, second] = asked;
  check_single(second, faults);
  const bool has_second = !second.member().empty();
  if (faults.empty() && password.empty() == !has_second)
    faults.push_back({"password", has_second ? "format" : "required",
                      "Provide exactly one of: the password, a code from the authenticator app, a passkey."});
  if (!faults.empty()) return context.refuse(faults);
  auto attempt = confirmation_attempt(context);
  if (has_second) attempt.place.reset();
  return count_attempt_then(
      context, attempt, [asked = asked, tried = attempt.settled, has_second](call_context& counted) -> handled {
        if (!has_second) return check_confirmation(counted, asked.password, tried);
        return check_factor(
            counted, asked.second, counted.who.user, ceremony_kind::confirmation,
            [tried, member = asked.second.member()](call_context& checked, const factor_use& use) -> handled {
              if (use.index() == 0) return refuse_confirmation(checked, member);
              return note_confirmation(checked, tried, use, member);
            });
      });
}

constexpr route_description asking_to_confirm{
    .id = "beginPasskeyConfirmation",
    .tag = account_tag,
    .summary = "Start confirming a session with a passkey",
    .details = "Like `POST /v1.1/sessions/options`, but only for this session and the passkeys of its user.",
    .answers = {answers::record("The request for the browser.", passkey_question_record)},
    .errors = {errc::conflict},
};

handled ask_to_confirm(call_context& context) {
  std::vector<std::string> known;
  for (const auto& one : context.rows.ask(find_second_factor{context.who.user}).passkeys)
    known.push_back(one.credential_id);
  if (known.empty()) return context.fail(errc::conflict, "The account has no passkey.");
  return ask_passkey(context, {ceremony_kind::confirmation, context.who.user, context.who.session}, std::move(known),
                     passkey_question_record);
}

} // namespace

constexpr api_route confirmation_rows[]{
    routes::signed_in(http_method::post, "/v1.1/sessions/current/confirm", confirm_own_session, confirming_a_session),
    routes::signed_in(http_method::post, "/v1.1/sessions/current/confirm/options", ask_to_confirm, asking_to_confirm),
};
constexpr std::span<const api_route> confirmation_routes{confirmation_rows};

} // namespace paylink
