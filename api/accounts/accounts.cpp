#include "api/accounts/account_record.hpp"
#include "api/accounts/device_cookie.hpp"
#include "api/accounts/mailed_tokens.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/described_body.hpp"
#include "api/calls/json_body.hpp"
#include "api/route_table.hpp"
#include "http/wire/envelope.hpp"
#include "secrets/hmac.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view taken = "This address already has an account. Sign in, or reset its password.";
constexpr std::string_view spent =
    "The link has been used, has expired, or was replaced by a newer one. Request a new one.";
constexpr std::string_view others_sign_up = "The password is not the one given when this account was requested.";

constexpr member_description new_account_members[]{
    {"email", forms::email, "The address to sign in with."},
    {"password", forms::password,
     "8 to 128 characters, with a lowercase letter, an uppercase letter and a digit. Spaces are not trimmed."},
    {"name", forms::person_name, "The person's name, 1 to 100 characters."},
    {"locale", forms::locale, "The language of the console and of emails; if left out, `vi`.", optional},
    {"invitation",
     forms::one_time_token,
     "The token of an invitation: the account is created at once, even where sign-up is closed.",
     optional,
     {},
     false},
};
constexpr record_description new_account_record{
    .name = "NewAccount",
    .sentence = "An account to create.",
    .members = new_account_members,
    .is_closed = true,
};

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

/// A person who asks for an account.
struct sign_up {
  std::string email, password, name, invitation;
  language lang = language::vi;
};

handled begin(call_context& context, const sign_up& asked, const std::string& hash) {
  begin_sign_up wanted{.email = asked.email,
                       .name = asked.name,
                       .password_hash = hash,
                       .lang = asked.lang,
                       .confirm = mail_with_token(context, "sign_up", asked.email, asked.lang),
                       .known = mail_without_token("sign_up_known", asked.email, asked.lang)};
  return asked_command{
      .command = {.write = std::move(wanted)},
      .tell = [email = asked.email](const reply_context& done, result<write_reply>& outcome) -> command_outcome {
        const auto begun = reply_to<begin_sign_up>(outcome);
        if (!begun) return done.fail(begun.error());
        return answer_mailed(done, email);
      }};
}

handled accept(call_context& context, const sign_up& asked, const std::string& hash) {
  accept_sign_up wanted{.digest = sha256_hex(asked.invitation),
                        .id = user_id::make(context.now, context.services.random),
                        .email = asked.email,
                        .name = asked.name,
                        .password_hash = hash,
                        .lang = asked.lang,
                        .membership = membership_id::make(context.now, context.services.random),
                        .by = context.by_caller(),
                        .joins = context.by_caller()};
  return asked_command{
      .command = {.write = std::move(wanted)},
      .tell = [](const reply_context& done, result<write_reply>& outcome) -> command_outcome {
        const auto made = reply_to<accept_sign_up>(outcome);
        if (made) return answer_user(done, made->account);
        const auto error = to_errc(made.error());
        if (error == errc::conflict) return done.fail(error, taken);
        if (error != errc::not_found) return done.fail(error);
        const field_fault unknown[]{
            {"invitation", "not_found", "The invitation has been used, has expired, or is for another address."}};
        return done.refuse(unknown);
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
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{new_account_record, std::get<boost::json::object>(body), faults};
  const account_request request{given.text("email"), given.text("password"), given.text("name"), given.text("locale")};
  add_faults(faults, check_new_account(request));
  if (!faults.empty()) return context.refuse(faults);
  sign_up asked{.email = *request.email,
                .password = *request.password,
                .name = *request.name,
                .invitation = given.text("invitation").value_or(""),
                .lang = parse_language(request.locale.value_or("vi")).value_or(language::vi)};
  if (asked.invitation.empty() && !context.services.sign_up_is_open)
    return context.fail(errc::insufficient_permissions, "This service creates accounts by invitation only.");
  // Strangers keep nobody from using an invitation.
  const auto attempt = asked.invitation.empty() ? mailing_attempt(context, tried::sign_up, asked.email)
                                                : token_attempt(context, tried::sign_up, sha256_hex(asked.invitation));
  return count_attempt_then(context, attempt, [asked = std::move(asked)](call_context&) -> handled {
    return asked_password{
        .password = asked.password, .then = [asked](call_context& then, const asked_password::verdict& hashed) {
          return asked.invitation.empty() ? begin(then, asked, hashed.made) : accept(then, asked, hashed.made);
        }};
  });
}

constexpr member_description confirming_members[]{
    {"token", forms::one_time_token, "The token in the emailed link, after the `#`."},
    {"password", forms::password, "The password given when the account was requested."},
};
constexpr record_description confirming_record{
    .name = "SignUpConfirmation",
    .sentence = "Proof that the reader of the email is the person who requested the account.",
    .members = confirming_members,
    .is_closed = true,
};

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
  const field_fault unknown[]{{"token", "not_found", std::string{spent}}};
  return context.refuse(unknown);
}

handled make_confirmed(const call_context& context, const std::string& digest, const settled_try& tried) {
  confirm_sign_up wanted{.digest = digest,
                         .id = user_id::make(context.now, context.services.random),
                         .tried = tried,
                         .by = context.by_caller()};
  return asked_command{.command = {.write = std::move(wanted)},
                       .tell = [](const reply_context& done, result<write_reply>& outcome) -> command_outcome {
                         const auto made = reply_to<confirm_sign_up>(outcome);
                         if (made) return answer_user(done, *made);
                         const auto error = to_errc(made.error());
                         if (error == errc::conflict) return done.fail(error, taken);
                         if (error != errc::not_found) return done.fail(error);
                         return refuse_token(done);
                       }};
}

handled confirm_account(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{confirming_record, std::get<boost::json::object>(body), faults};
  const auto token = given.text("token").value_or(""), password = given.text("password").value_or("");
  if (token.empty() && !has_fault(faults, "token"))
    faults.push_back({"token", "required", "Provide the token of the emailed link."});
  if (password.empty() && !has_fault(faults, "password"))
    faults.push_back({"password", "required", "Provide the password with which you requested the account."});
  if (!faults.empty()) return context.refuse(faults);
  const auto digest = sha256_hex(token);
  const auto attempt = token_attempt(context, tried::sign_in, digest);
  return count_attempt_then(
      context, attempt, [digest, password, tried = attempt.settled](call_context& counted) -> handled {
        const auto hash = counted.rows.ask(find_sign_up{digest, counted.now});
        if (!was_found(hash)) return refuse_token(counted);
        return asked_password{
            .password = password,
            .hash = *hash,
            .then = [digest, tried](call_context& then, const asked_password::verdict& checked) -> handled {
              if (!checked.fits) return then.fail(errc::authentication_error, others_sign_up);
              return make_confirmed(then, digest, tried);
            }};
      });
}

constexpr member_description recovery_members[]{
    {"email", forms::email, "The account's address."},
};
constexpr record_description recovery_record{
    .name = "Recovery",
    .sentence = "A forgotten password.",
    .members = recovery_members,
    .is_closed = true,
};

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
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{recovery_record, std::get<boost::json::object>(body), faults};
  const auto email = given.text("email");
  if (const auto fault = check_email(email); fault && faults.empty()) faults.push_back(*fault);
  if (!faults.empty()) return context.refuse(faults);
  const auto attempt = mailing_attempt(context, tried::recovery, *email);
  return count_attempt_then(context, attempt, [email = *email](call_context& counted) -> handled {
    begin_recovery wanted{email, mail_with_token(counted, "recovery", email, language::vi)};
    return asked_command{.command = {.write = std::move(wanted)},
                         .tell = [email](const reply_context& done, result<write_reply>& outcome) -> command_outcome {
                           const auto begun = reply_to<begin_recovery>(outcome);
                           if (!begun) return done.fail(begun.error());
                           return answer_mailed(done, email);
                         }};
  });
}

constexpr member_description new_password_members[]{
    {"token", forms::one_time_token, "The token of the emailed link."},
    {"password", forms::password, "The new password."},
};
constexpr record_description new_password_record{
    .name = "NewPassword",
    .sentence = "A new password to replace a forgotten one.",
    .members = new_password_members,
    .is_closed = true,
};

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
                         .told = mail_without_token("password_changed", {}, language::vi),
                         .by = context.by_caller()};
  return asked_command{.command = {.write = std::move(wanted)},
                       .tell = [hash](const reply_context& done, result<write_reply>& outcome) -> command_outcome {
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
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{new_password_record, std::get<boost::json::object>(body), faults};
  const auto token = given.text("token").value_or(""), password = given.text("password").value_or("");
  if (token.empty() && !has_fault(faults, "token"))
    faults.push_back({"token", "required", "Provide the token of the emailed link."});
  if (const auto fault = check_password(given.text("password"), "password")) add_faults(faults, {*fault});
  if (!faults.empty()) return context.refuse(faults);
  const auto digest = sha256_hex(token);
  // Guessing is hopeless; hashing for anyone who asks is not cheap.
  return count_attempt_then(
      context, token_attempt(context, tried::recovery, digest), [digest, password](call_context&) -> handled {
        return asked_password{.password = password,
                              .then = [digest](call_context& then, const asked_password::verdict& hashed) {
                                return set_recovered_password(then, digest, hashed.made);
                              }};
      });
}

} // namespace

std::span<const api_route> account_routes() {
  static constexpr std::array all{
      routes::before_sign_in(http_method::post, "/v1.1/accounts", ask_for_account, signing_up),
      routes::before_sign_in(http_method::post, "/v1.1/accounts/confirm", confirm_account, confirming_an_account),
      routes::before_sign_in(http_method::post, "/v1.1/account/recovery", begin_own_recovery, asking_for_recovery),
      routes::before_sign_in(http_method::post, "/v1.1/account/recovery/confirm", recover_own_account, recovering),
  };
  return all;
}

} // namespace paylink
