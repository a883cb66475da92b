#include "api/accounts/account_record.hpp"
#include "api/accounts/device_cookie.hpp"
#include "api/accounts/mailed_tokens.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/session_cookie.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/request_record.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

using enum presence;

http_response answer_own(const reply_context& context, const user_account& user) {
  const auto csrf_token = csrf_token_of(session_cookie(context.call.request, context.services));
  return success(200, user_record.json(user, csrf_token), context.now);
}

constexpr route_description showing_the_account{
    .id = "getAccount",
    .tag = account_tag,
    .summary = "Read your account",
    .answers = {answers::record("The account, with the session's `csrf_token`.", user_record)},
};

handled show_own_account(call_context& context) {
  const auto found = context.rows.ask(find_user{context.who.user});
  if (!found) return context.fail(found.error());
  return answer_own(context, found->account);
}

constexpr auto change_members = members_into<account_request>({
    {"name", forms::person_name, into<&account_request::name>, "The person's name, 1 to 100 characters.", optional},
    {"locale", forms::locale, into<&account_request::locale>, "The language of the console and of emails.", optional},
});
constexpr request_record change_record{{.name = "AccountChange",
                                        .sentence = "The changes; omitted members stay as they are.",
                                        .needs_a_member = true,
                                        .changes = &user_record},
                                       change_members};

constexpr route_description changing_the_account{
    .id = "changeAccount",
    .tag = account_tag,
    .summary = "Change your name or language",
    .bodies = {&change_record},
    .answers = {answers::record("The account.", user_record)},
};

handled change_own_account(call_context& context) {
  auto [asked, faults] = change_record.read(context.body);
  field_faults found;
  if (asked.name)
    if (const auto fault = check_person_name(asked.name)) found.push_back(*fault);
  if (const auto fault = check_locale(asked.locale)) found.push_back(*fault);
  add_faults(faults, found);
  if (!faults.empty()) return context.refuse(faults);
  change_account wanted{.id = context.who.user,
                        .name = asked.name,
                        .lang = asked.locale ? parse_language(*asked.locale) : std::nullopt,
                        .by = context.by_caller()};
  return continue_with{{.write = std::move(wanted)}, on_success<change_account>(answer_own)};
}

struct asked_passwords {
  std::optional<std::string> current, wanted;
};
constexpr auto password_members = members_into<asked_passwords>({
    {"current_password", forms::password, into<&asked_passwords::current>, "The current password."},
    {"password", forms::password, into<&asked_passwords::wanted>, "The new password."},
});
constexpr request_record password_record{"PasswordChange", "A new password.", password_members};

/// Of a browser that is known to the account.
constexpr std::array<std::string_view, 1> same_browser_headers{"Set-Cookie"};

constexpr route_description changing_the_password{
    .id = "changePassword",
    .tag = account_tag,
    .summary = "Change your password",
    .details = "All other sessions end, and only this browser stays known from earlier sign-ins.",
    .bodies = {&password_record},
    .answers = {answers::nothing("The password has changed.", same_browser_headers)},
};

http_response refuse_current_password(const reply_context& context) {
  return context.refuse({"current_password", "format", "The password is wrong."});
}

/// The account whose password is to change, and the browser that asks for it.
struct changed_password {
  sign_in_record so_far;
  known_device device;
};

handled set_own_password(call_context& context, const changed_password& of, const std::string& hash) {
  change_password wanted{.id = context.who.user,
                         .password_hash = hash,
                         .checked_hash = of.so_far.password_hash,
                         .kept = context.who.session,
                         .mail = mail_without_token("password_changed", {}, language::vi),
                         .by = context.by_caller()};
  return continue_with{{.write = std::move(wanted)},
                       [of, hash](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto changed = reply_to<change_password>(outcome);
                         if (changed) {
                           auto response = done_without_body();
                           // Its cookie belonged to the password before.
                           if (!of.device.key.empty())
                             set_device_cookie(response, done, of.so_far.account, hash, of.device.place);
                           return response;
                         }
                         if (to_errc(changed.error()) == errc::conflict) return refuse_current_password(done);
                         return done.fail(changed.error());
                       }};
}

handled check_own_password(call_context& context, const std::string& current, const std::string& wanted) {
  const auto account = context.rows.ask(find_user{context.who.user});
  if (!account) return context.fail(account.error());
  const changed_password of{*account, find_device(context, context.who.user)};
  const auto hash_new = [wanted, of](call_context& then, const password_check::outcome& checked) -> handled {
    if (!checked.fits) return refuse_current_password(then);
    return continue_with{password_check{wanted}, [of](call_context& last, const password_check::outcome& hashed) {
                           return set_own_password(last, of, hashed.made);
                         }};
  };
  return continue_with{password_check{current, account->password_hash}, hash_new};
}

handled change_own_password(call_context& context) {
  auto [asked, faults] = password_record.read(context.body);
  if (!asked.current) add_faults(faults, {{"current_password", "required", "Provide the current password."}});
  if (const auto fault = check_password(asked.wanted, "password")) add_faults(faults, {*fault});
  if (!faults.empty()) return context.refuse(faults);
  return count_attempt_then(context, confirmation_attempt(context),
                            [current = *asked.current, wanted = *asked.wanted](call_context& counted) {
                              return check_own_password(counted, current, wanted);
                            });
}

} // namespace

constexpr api_route own_account_rows[]{
    routes::signed_in(http_method::get, "/v1.1/account", show_own_account, showing_the_account),
    routes::signed_in(http_method::patch, "/v1.1/account", change_own_account, changing_the_account),
    routes::signed_in(http_method::post, "/v1.1/account/password", change_own_password, changing_the_password),
};
constexpr std::span<const api_route> own_account_routes{own_account_rows};

} // namespace paylink
