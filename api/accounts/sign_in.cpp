#include "api/accounts/device_cookie.hpp"
#include "api/accounts/given_factors.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/session_cookie.hpp"
#include "api/calls/subject_routes.hpp"
#include "domain/values/free_text.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"
#include "secrets/passwords.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::size_t agent_points_max = 200;

/// What a person gives to sign in: without an address, the passkey alone.
struct sign_in_request {
  std::string email, password;
  given_factor second;
  settled_try tried;      ///< If it succeeds.
  settled_try half_tried; ///< If its password is right, and a second factor is to come.
};

constexpr member_description assertion_member{"passkey",
                                              forms::record(assertion_answer_record),
                                              "A passkey's response to `POST /v1.1/sessions/options`.",
                                              optional,
                                              "",
                                              false};
constexpr auto sign_in_members = members_into<sign_in_request>({
    {"email", forms::email, into<&sign_in_request::email>, "The account's address; case does not matter."},
    {"password", forms::password, into<&sign_in_request::password>, "The account's password."},
    {code_member, into<&sign_in_request::second, &given_factor::code>},
    {recovery_code_member, into<&sign_in_request::second, &given_factor::recovery_code>},
    {assertion_member, into_passkey},
});
constexpr request_record sign_in_record_described{"SignIn", "A sign-in, with a second factor if the account has one.",
                                                  sign_in_members};

constexpr auto passkey_alone_members = members_into<sign_in_request>({
    {"passkey", assertion_member.has, into_passkey, assertion_member.sentence},
});
constexpr request_record passkey_alone_record{
    "PasskeySignIn", "A passkey that identifies its user: no address or password is needed.", passkey_alone_members};

constexpr member_description opened_members[]{
    {"session", forms::record(session_record), "The session."},
    {"user", forms::record(user_record), "The user, with the session's `csrf_token`."},
};
constexpr record_description opened_record{
    .name = "OpenedSession",
    .sentence = "A new session and its user.",
    .members = opened_members,
};

constexpr std::array<std::string_view, 2> opened_headers{"Location", "Set-Cookie"};

constexpr route_description signing_in{
    .id = "signIn",
    .tag = account_tag,
    .summary = "Sign in",
    .details =
        "The response sets the session's cookie. If the call came with the cookie of a session, that session ends. An "
        "unknown address and "
        "a wrong password get the same response in the same time. If both are right and the account has a second "
        "factor, "
        "`details` of the 401 list the accepted factors (`code`, `recovery_code`, `passkey`): repeat the call with one "
        "of them added. A wrong factor is named there, too. In 15 minutes, 10 attempts from one address can fail, and "
        "30 at one account from all unknown clients together; after that, 429. Unknown clients do not block a browser "
        "that has signed in to the account before (a cookie shows it), nor an address from which someone has. A "
        "correct password from an unknown client without the second factor counts as an attempt. A browser can sign in "
        "100 "
        "times in 15 minutes, and so can all unknown clients of an account together.",
    .bodies = {&sign_in_record_described, &passkey_alone_record},
    .answers = {{{"201", "The session.", answer_shape::record, &opened_record, opened_headers}}},
    .errors = {errc::authentication_error},
};

http_response refuse_sign_in(const call_context& context) {
  log::info("sign_in.refused", {{"trace_id", context.call.request.trace_id}, {"address", context.call.request.peer}});
  return context.fail(errc::authentication_error, "The email address or the password is wrong.");
}

/// What was given besides the password is wrong, or was used before.
http_response refuse_factor(const reply_context& context, std::string_view member) {
  log::info("sign_in.factor_refused",
            {{"trace_id", context.call.request.trace_id}, {"address", context.call.request.peer}, {"factor", member}});
  return context.fail(errc::authentication_error, "The second factor is wrong.",
                      {std::string{member}, "format", "This is wrong, has expired, or has been used."});
}

/// The password is right, and is not enough. From a known device or address that counts as a success, which costs as
/// much; a stranger's try stays counted, or who knows the password could have any number hashed.
handled ask_for_factor(const call_context& context, const second_factor& owned, const sign_in_request& asked) {
  field_faults missing;
  if (owned.has_totp()) missing.push_back({"code", "required", "Provide the code from the authenticator app."});
  if (!owned.passkeys.empty())
    missing.push_back({"passkey", "required", "Provide a passkey's response to POST /v1.1/sessions/options."});
  if (owned.recovery_codes > 0) missing.push_back({"recovery_code", "required", "Or give a recovery code."});
  const auto refuse = [missing](const reply_context& done) {
    return done.fail(errc::authentication_error, "The password is correct. This account also requires a second factor.",
                     missing);
  };
  if (asked.half_tried.succeeded.empty()) return refuse(context);
  return continue_with{{.write = settle_try{asked.half_tried}}, on_success<settle_try>(refuse)};
}

/// What is known once everything has been checked.
struct checked_sign_in {
  user_account user;
  factor_use use;
  std::string_view member; ///< Of the body: the factor.
  settled_try tried;
  std::string hash{}; ///< Of the password that was given.
  std::string new_hash{};
  std::string stored_hash{}; ///< Of the account's password, given or not.
};

open_session session_of(const call_context& context, const checked_sign_in& checked, const std::string& cookie) {
  auto by = context.by_caller();
  by.by = {audit_actor::kind::user, checked.user.id.text()};
  const bool is_recovered = std::holds_alternative<used_recovery_code>(checked.use);
  const auto before = session_cookie(context.call.request, context.services);
  return {.id = session_id::make(context.now, context.services.random),
          .digest = sha256_hex(cookie),
          .user = checked.user.id,
          .agent = printable_start(context.call.request.header("user-agent"), agent_points_max),
          .life = context.services.sessions.life,
          .tried = checked.tried,
          .household = household_digest(context.call.request),
          .checked_hash = checked.hash,
          .new_hash = checked.new_hash,
          .second = checked.use,
          .mail = is_recovered ? factor_mail("code_used") : personal_mail{},
          .replaced = before.empty() ? std::string{} : sha256_hex(before),
          .by = std::move(by)};
}

handled begin_session(const call_context& context, const checked_sign_in& checked) {
  const auto cookie = make_one_time_token(context.services.random);
  const auto answer = [cookie, user = checked.user, member = checked.member,
                       hash = checked.new_hash.empty() ? checked.stored_hash : checked.new_hash](
                          const reply_context& done, result<write_reply>& outcome) -> handled {
    const auto opened = reply_to<open_session>(outcome);
    const auto error = opened ? errc::ok : to_errc(opened.error());
    // In the meantime the account was locked, or its password was changed.
    if (error == errc::not_found) return done.fail(errc::authentication_error);
    if (error == errc::conflict) return refuse_factor(done, member.empty() ? "code" : member);
    if (error != errc::ok) return done.fail(error);
    std::string data;
    record_writer record{data};
    session_record(record.member("session"), *opened, true);
    user_record(record.member("user"), user, csrf_token_of(cookie));
    record.close();
    auto response = success(201, data, done.now);
    response.headers.emplace_back("Location", "/v1.1/sessions/" + opened->id.text());
    set_session_cookie(response, cookie, done.services);
    set_device_cookie(response, done, user, hash, household_digest(done.call.request));
    return response;
  };
  return continue_with{{.write = session_of(context, checked, cookie)}, answer};
}

/// The password is right: the second factor, if there is one.
handled check_second(call_context& context, const sign_in_request& asked, const user_account& user,
                     std::function<handled(call_context& context, const factor_use& use, settled_try tried)> then) {
  if (!user.has_second_factor) return then(context, {}, asked.tried);
  if (asked.second.member().empty())
    return ask_for_factor(context, context.rows.ask(find_second_factor{user.id}), asked);
  const auto attempt = code_attempt(context, asked.email);
  auto tried = asked.tried;
  for (const auto& key : attempt.settled.returned) tried.returned.push_back(key);
  return count_attempt_then(
      context, attempt, [asked, user, tried, then = std::move(then)](call_context& counted) -> handled {
        return check_factor(
            counted, asked.second, user.id, ceremony_kind::sign_in,
            [tried, then, member = asked.second.member()](call_context& checked, const factor_use& use) -> handled {
              if (use.index() == 0) return refuse_factor(checked, member);
              return then(checked, use, tried);
            });
      });
}

/// Replaces the hash of the password that was given.
handled hash_and_begin(const std::string& password, checked_sign_in checked) {
  return continue_with{password_check{password},
                       [checked = std::move(checked)](call_context& context, const password_check::outcome& hashed) {
                         auto rehashed = checked;
                         rehashed.new_hash = hashed.made;
                         return begin_session(context, rehashed);
                       }};
}

handled check_sign_in(call_context& context, const sign_in_request& asked) {
  const auto found = context.rows.ask(find_sign_in{asked.email});
  const bool is_known = was_found(found) && found->account.is_active;
  const auto account = is_known ? found->account : user_account{};
  const std::string hash{is_known ? std::string_view{found->password_hash} : hash_of_nobody};
  const auto go_on = [asked, account, hash](call_context& then, const password_check::outcome& verdict) -> handled {
    if (!verdict.fits || account.id.empty()) return refuse_sign_in(then);
    return check_second(
        then, asked, account,
        [asked, account, hash, verdict](call_context& last, const factor_use& use, settled_try tried) -> handled {
          const checked_sign_in checked{account, use, asked.second.member(), std::move(tried), hash, {}, hash};
          if (verdict.is_outdated) return hash_and_begin(asked.password, checked);
          return begin_session(last, checked);
        });
  };
  return continue_with{password_check{asked.password, hash}, go_on};
}

/// A passkey alone: it names its user, and shows that the user was verified.
handled check_passkey(call_context& context, const sign_in_request& asked) {
  const auto user = user_named_by(*asked.second.passkey);
  return check_factor(context, asked.second, user, ceremony_kind::sign_in,
                      [asked, user](call_context& checked, const factor_use& use) -> handled {
                        if (use.index() == 0) return refuse_factor(checked, "passkey");
                        const auto account = checked.rows.ask(find_user{user});
                        if (!was_found(account) || !account->account.is_active) return refuse_sign_in(checked);
                        return begin_session(
                            checked, {account->account, use, "passkey", asked.tried, {}, {}, account->password_hash});
                      });
}

handled sign_in(call_context& context) {
  const auto& members = context.body;
  const bool is_passkey_alone =
      members.contains("passkey") && !members.contains("email") && !members.contains("password");
  auto [asked, faults] = (is_passkey_alone ? passkey_alone_record : sign_in_record_described).read(members);
  check_single(asked.second, faults);
  if (!is_passkey_alone) {
    require_text(asked.email, "email", "Provide the email address.", faults);
    require_text(asked.password, "password", "Provide the password.", faults);
  }
  if (is_passkey_alone && asked.second.passkey && !asked.second.passkey->user_handle)
    faults.push_back(
        {"passkey.response.userHandle", "required",
         "Without an address, the passkey must identify its account. Send the result of the browser's `toJSON()`."});
  if (!faults.empty()) return context.refuse(faults);
  const auto attempt = is_passkey_alone ? passkey_attempt(context, user_named_by(*asked.second.passkey),
                                                          asked.second.passkey->credential_id)
                                        : sign_in_attempt(context, asked.email);
  asked.tried = attempt.settled;
  asked.half_tried = attempt.half_settled;
  return count_attempt_then(
      context, attempt,
      [asked = std::move(asked), is_passkey_alone](call_context& counted) {
        return is_passkey_alone ? check_passkey(counted, asked) : check_sign_in(counted, asked);
      },
      too_many_sign_ins);
}

constexpr route_description asking_to_sign_in{
    .id = "beginPasskeySignIn",
    .tag = account_tag,
    .summary = "Start signing in with a passkey",
    .details = "The page passes `public_key` through `PublicKeyCredential.parseRequestOptionsFromJSON` to the browser, "
               "and sends the result to `POST /v1.1/sessions` as `passkey` within five minutes: with the address and "
               "the password, or alone, since the passkey identifies its user.",
    .answers = {answers::record("The request for the browser.", passkey_question_record)},
};

handled ask_to_sign_in(call_context& context) { return ask_passkey(context, {}, {}, passkey_question_record); }

} // namespace

constexpr api_route sign_in_rows[]{
    routes::before_sign_in(http_method::post, "/v1.1/sessions", sign_in, signing_in),
    routes::before_sign_in(http_method::post, "/v1.1/sessions/options", ask_to_sign_in, asking_to_sign_in),
};
constexpr std::span<const api_route> sign_in_routes{sign_in_rows};

} // namespace paylink
