#include "api/accounts/account_record.hpp"
#include "api/accounts/device_cookie.hpp"
#include "api/accounts/mailed_tokens.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/request_record.hpp"
#include "http/wire/envelope.hpp"
#include "secrets/hmac.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view taken = "This address already has an account. Sign in, or reset its password.";
constexpr std::string_view spent =
    "The link has been used, has expired, or was replaced by a newer one. Request a new one.";
constexpr std::string_view others_sign_up = "The password is not the one given when this account was requested.";

struct sign_up_request : account_request {
  std::string invitation{};

  language lang() const { return parse_language(locale.value_or("vi")).value_or(language::vi); }
};
constexpr auto new_account_members = members_into<sign_up_request>({
    {"email", forms::email, into<&account_request::email>, "The address to sign in with."},
    {"password", forms::password, into<&account_request::password>,
     "8 to 128 characters, with a lowercase letter, an uppercase letter and a digit. Spaces are not trimmed."},
    {"name", forms::person_name, into<&account_request::name>, "The person's name, 1 to 100 characters."},
    {"locale", forms::locale, into<&account_request::locale>,
     "The language of the console and of emails; if left out, `vi`.", optional},
    {"invitation", forms::one_time_token, into<&sign_up_request::invitation>,
     "The token of an invitation: the account is created at once, even where sign-up is closed.", optional, "", false},
});
constexpr request_record new_account_record{"NewAccount", "An account to create.", new_account_members};

constexpr auto mailed_members = members_of<std::string_view>({
    {"email", forms::email, itself, "The address that the email is sent to."},
});
constexpr written_record<std::string_view> mailed_record{
    "Mailed", "An email is on its way if the address qualifies; the response does not reveal whether it does.",
    mailed_members};

http_response answer_mailed(const reply_context& context, std::string_view email) {
  return success(202, mailed_record.json(email), context.now);
}

http_response answer_user(const reply_context& context, const user_account& user) {
  return success(201, user_record.json(user, {}), context.now);
}

handled begin(call_context& context, const sign_up_request& asked, const std::string& hash) {
  begin_sign_up wanted{.email = *asked.email,
                       .name = *asked.name,
                       .password_hash = hash,
                       .lang = asked.lang(),
                       .confirm = mail_with_token(context, "sign_up", *asked.email, asked.lang()),
                       .known = mail_without_token("sign_up_known", *asked.email, asked.lang())};
  return continue_with{{.write = std::move(wanted)},
                       on_success<begin_sign_up>(
                           [email = *asked.email](const reply_context& done) { return answer_mailed(done, email); })};
}

handled accept(call_context& context, const sign_up_request& asked, const std::string& hash) {
  accept_sign_up wanted{.digest = sha256_hex(asked.invitation),
                        .id = user_id::make(context.now, context.services.random),
                        .email = *asked.email,
                        .name = *asked.name,
                        .password_hash = hash,
                        .lang = asked.lang(),
                        .membership = membership_id::make(context.now, context.services.random),
                        .by = context.by_caller(),
                        .joins = context.by_caller()};
  return continue_with{{.write = std::move(wanted)},
                       [](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto made = reply_to<accept_sign_up>(outcome);
                         if (made) return answer_user(done, made->account);
                         const auto error = to_errc(made.error());
                         if (error == errc::conflict) return done.fail(error, taken);
                         if (error != errc::not_found) return done.fail(error);
                         return done.refuse({"invitation", "not_found",
                                             "The invitation has been used, has expired, or is for another address."});
                       }};
}

constexpr route_description signing_up{
    .id = "signUp",
    .tag = account_tag,
    .summary = "Request an account",
    .details =
        "Sends an email with a confirmation link, valid for 24 hours. The response is the same for an address that "
        "already has an account; its owner gets an email about the request. With an `invitation`, the account is "
        "created at once: 201. Where the operator has closed sign-up, a request without an invitation gets 403.",
    .bodies = {&new_account_record},
    .answers = {{{"202", "An email is on its way.", answer_shape::record, &mailed_record},
                 {"201", "The account, created by an invitation.", answer_shape::record, &user_record}}},
    .errors = {errc::insufficient_permissions, errc::conflict},
};

handled ask_for_account(call_context& context) {
  auto [asked, faults] = new_account_record.read(context.body);
  add_faults(faults, check_new_account(asked));
  if (!faults.empty()) return context.refuse(faults);
  if (asked.invitation.empty() && !context.services.sign_up_is_open)
    return context.fail(errc::insufficient_permissions, "This service creates accounts by invitation only.");
  // Strangers keep nobody from using an invitation.
  const auto attempt = asked.invitation.empty() ? mailing_attempt(context, tried::sign_up, *asked.email)
                                                : token_attempt(context, tried::sign_up, sha256_hex(asked.invitation));
  return count_attempt_then(context, attempt, [asked = std::move(asked)](call_context&) -> handled {
    return continue_with{
        password_check{*asked.password}, [asked](call_context& then, const password_check::outcome& hashed) {
          return asked.invitation.empty() ? begin(then, asked, hashed.made) : accept(then, asked, hashed.made);
        }};
  });
}

/// Of the reader of an emailed link.
struct mailed_answer {
  std::string token;
  std::optional<std::string> password;
};
constexpr auto confirming_members = members_into<mailed_answer>({
    {"token", forms::one_time_token, into<&mailed_answer::token>, "The token in the emailed link, after the `#`."},
    {"password", forms::password, into<&mailed_answer::password>, "The password given when the account was requested."},
});
constexpr request_record confirming_record{
    "SignUpConfirmation", "Proof that the reader of the email is the person who requested the account.",
    confirming_members};

constexpr route_description confirming_an_account{
    .id = "confirmAccount",
    .tag = account_tag,
    .summary = "Create the account that an email confirms",
    .details = "Works once. The password is needed because anyone can request an account for this address. A wrong "
               "password is handled and counted as at sign-in. Other requests for the address become invalid.",
    .bodies = {&confirming_record},
    .answers = {{{"201", "The account. Sign in with it.", answer_shape::record, &user_record}}},
    .errors = {errc::authentication_error, errc::conflict},
};

http_response refuse_token(const reply_context& context) {
  return context.refuse({"token", "not_found", std::string{spent}});
}

handled make_confirmed(const call_context& context, const std::string& digest, const settled_try& tried) {
  confirm_sign_up wanted{.digest = digest,
                         .id = user_id::make(context.now, context.services.random),
                         .tried = tried,
                         .by = context.by_caller()};
  return continue_with{{.write = std::move(wanted)},
                       [](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto made = reply_to<confirm_sign_up>(outcome);
                         if (made) return answer_user(done, *made);
                         const auto error = to_errc(made.error());
                         if (error == errc::conflict) return done.fail(error, taken);
                         if (error != errc::not_found) return done.fail(error);
                         return refuse_token(done);
                       }};
}

handled confirm_account(call_context& context) {
  auto [asked, faults] = confirming_record.read(context.body);
  const auto password = asked.password.value_or("");
  require_text(asked.token, "token", "Provide the token of the emailed link.", faults);
  require_text(password, "password", "Provide the password with which you requested the account.", faults);
  if (!faults.empty()) return context.refuse(faults);
  const auto digest = sha256_hex(asked.token);
  const auto attempt = token_attempt(context, tried::sign_in, digest);
  return count_attempt_then(
      context, attempt, [digest, password, tried = attempt.settled](call_context& counted) -> handled {
        const auto hash = counted.rows.ask(find_sign_up{digest, counted.now});
        if (!was_found(hash)) return refuse_token(counted);
        return continue_with{password_check{password, *hash},
                             [digest, tried](call_context& then, const password_check::outcome& checked) -> handled {
                               if (!checked.fits) return then.fail(errc::authentication_error, others_sign_up);
                               return make_confirmed(then, digest, tried);
                             }};
      });
}

constexpr auto recovery_members = members_into<account_request>({
    {"email", forms::email, into<&account_request::email>, "The account's address."},
});
constexpr request_record recovery_record{"Recovery", "A forgotten password.", recovery_members};

constexpr route_description asking_for_recovery{
    .id = "beginRecovery",
    .tag = account_tag,
    .summary = "Request a link to set a new password",
    .details = "The link is valid for one hour and works once; a new one invalidates the previous one. An account gets "
               "at most one email in five minutes: earlier requests get the same response, and the previous link stays "
               "valid. The response and its timing are the same for an address without an account.",
    .bodies = {&recovery_record},
    .answers = {{{"202", "An email is on its way if the address has an account.", answer_shape::record,
                  &mailed_record}}},
};

handled begin_own_recovery(call_context& context) {
  auto [asked, faults] = recovery_record.read(context.body);
  const auto& email = asked.email;
  if (const auto fault = check_email(email); fault && faults.empty()) faults.push_back(*fault);
  if (!faults.empty()) return context.refuse(faults);
  const auto attempt = mailing_attempt(context, tried::recovery, *email);
  return count_attempt_then(context, attempt, [email = *email](call_context& counted) -> handled {
    begin_recovery wanted{email, mail_with_token(counted, "recovery", email, language::vi)};
    return continue_with{{.write = std::move(wanted)}, on_success<begin_recovery>([email](const reply_context& done) {
                           return answer_mailed(done, email);
                         })};
  });
}

constexpr auto new_password_members = members_into<mailed_answer>({
    {"token", forms::one_time_token, into<&mailed_answer::token>, "The token of the emailed link."},
    {"password", forms::password, into<&mailed_answer::password>, "The new password."},
});
constexpr request_record new_password_record{"NewPassword", "A new password to replace a forgotten one.",
                                             new_password_members};

constexpr std::array<std::string_view, 1> known_headers{"Set-Cookie"};

constexpr route_description recovering{
    .id = "recoverAccount",
    .tag = account_tag,
    .summary = "Set a new password through an emailed link",
    .details = "All sessions of the account end, and all browsers and addresses known from earlier sign-ins are "
               "forgotten. The browser and the address of this call become known.",
    .bodies = {&new_password_record},
    .answers = {answers::nothing("The password has been set. Sign in with it.", known_headers)},
};

handled set_recovered_password(call_context& context, const std::string& digest, const std::string& hash) {
  recover_account wanted{.digest = digest,
                         .password_hash = hash,
                         .household = household_digest(context.call.request),
                         .mail = mail_without_token("password_changed", {}, language::vi),
                         .by = context.by_caller()};
  return continue_with{{.write = std::move(wanted)},
                       [hash](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto recovered = reply_to<recover_account>(outcome);
                         if (recovered) {
                           auto response = done_without_body();
                           set_device_cookie(response, done, *recovered, hash, household_digest(done.call.request));
                           return response;
                         }
                         if (to_errc(recovered.error()) != errc::not_found) return done.fail(recovered.error());
                         return refuse_token(done);
                       }};
}

handled recover_own_account(call_context& context) {
  auto [asked, faults] = new_password_record.read(context.body);
  require_text(asked.token, "token", "Provide the token of the emailed link.", faults);
  if (const auto fault = check_password(asked.password, "password")) add_faults(faults, {*fault});
  if (!faults.empty()) return context.refuse(faults);
  const auto digest = sha256_hex(asked.token);
  // Guessing is hopeless; hashing for anyone who asks is not cheap.
  return count_attempt_then(context, token_attempt(context, tried::recovery, digest),
                            [digest, password = *asked.password](call_context&) -> handled {
                              return continue_with{password_check{password},
                                                   [digest](call_context& then, const password_check::outcome& hashed) {
                                                     return set_recovered_password(then, digest, hashed.made);
                                                   }};
                            });
}

} // namespace

constexpr api_route account_rows[]{
    routes::before_sign_in(http_method::post, "/v1.1/accounts", ask_for_account, signing_up),
    routes::before_sign_in(http_method::post, "/v1.1/accounts/confirm", confirm_account, confirming_an_account),
    routes::before_sign_in(http_method::post, "/v1.1/account/recovery", begin_own_recovery, asking_for_recovery),
    routes::before_sign_in(http_method::post, "/v1.1/account/recovery/confirm", recover_own_account, recovering),
};
constexpr std::span<const api_route> account_routes{account_rows};

} // namespace paylink
