#include "api/accounts/account_record.hpp"
#include "api/accounts/account_routes.hpp"
#include "api/accounts/tried.hpp"
#include "api/calls/described_body.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/route_rows.hpp"
#include "api/calls/session_cookie.hpp"
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

/// What a person gives to sign in.
struct sign_in_request {
  std::string email, password;
  std::vector<std::string> tried; ///< The keys of the count.
};

constexpr member_description sign_in_members[]{
    {"email", forms::email, "The account's address, in any case of its letters."},
    {"password", forms::password, "The account's password."},
};
constexpr record_description sign_in_record_described{
    .name = "SignIn",
    .sentence = "Who signs in.",
    .members = sign_in_members,
    .is_closed = true,
};

constexpr member_description opened_members[]{
    {"session", forms::record(session_record), "The session."},
    {"user", forms::record(user_record), "Whose it is, with the session's `csrf_token`."},
};
constexpr record_description opened_record{
    .name = "OpenedSession",
    .sentence = "A session that has begun, and its user.",
    .members = opened_members,
};

constexpr std::array<std::string_view, 2> opened_headers{"Location", "Set-Cookie"};

constexpr route_description signing_in{
    .id = "signIn",
    .tag = account_tag,
    .summary = "Sign in",
    .details = "The session is the cookie of the answer. An unknown address and a wrong password get the same answer "
               "in the same time. Ten tries in 15 minutes for an account and from an address; after that, 429.",
    .bodies = {&sign_in_record_described},
    .answers = {{
        {"201", "The session has begun.", answer_shape::record, &opened_record, opened_headers},
    }},
    .errors = {errc::authentication_error},
};

http_response refuse_sign_in(const call_context& context) {
  log::info("sign_in.refused", {{"trace_id", context.call.request.trace_id}, {"address", context.call.request.peer}});
  return context.fail(errc::authentication_error, "The email address or the password is wrong.");
}

handled begin_session(call_context& context, const user_account& user, const std::vector<std::string>& tried_keys,
                      std::string new_hash) {
  const auto cookie = make_one_time_token(context.services.random);
  auto by = context.by_caller();
  by.by = {audit_actor::kind::user, user.id.text()};
  open_session wanted{.id = session_id::make(context.now, context.services.random),
                      .digest = sha256_hex(cookie),
                      .user = user.id,
                      .agent = printable_start(context.call.request.header("user-agent"), agent_points_max),
                      .life = context.services.sessions.life,
                      .tried = tried_keys,
                      .new_hash = std::move(new_hash),
                      .by = std::move(by)};
  const auto answer = [cookie, user](const reply_context& done, result<write_reply>& outcome) -> told_reply {
    const auto opened = reply_to<open_session>(outcome);
    // The account was locked in the meantime.
    if (!opened && to_errc(opened.error()) == errc::not_found) return done.fail(errc::authentication_error);
    if (!opened) return done.fail(opened.error());
    std::string data;
    record_writer record{data};
    append_session(record.member("session"), *opened, true);
    append_user(record.member("user"), user, csrf_token_of(cookie));
    record.close();
    auto response = success(201, data, done.now);
    response.headers.emplace_back("Location", "/v1.1/sessions/" + opened->id.text());
    set_session_cookie(response, cookie, done.services);
    return response;
  };
  return asked_command{.command = {.write = std::move(wanted)}, .tell = answer};
}

handled check_sign_in(call_context& context, const sign_in_request& asked) {
  const auto found = context.rows.find_sign_in(asked.email);
  const bool is_known = was_found(found) && found->account.is_active;
  const auto account = is_known ? found->account : user_account{};
  const std::string hash{is_known ? std::string_view{found->password_hash} : hash_of_nobody};
  const auto go_on = [asked, account, hash](call_context& then, const asked_password::verdict& checked) -> handled {
    if (!checked.fits || account.id.empty()) return refuse_sign_in(then);
    if (!is_of_other_cost(hash)) return begin_session(then, account, asked.tried, {});
    return asked_password{.password = asked.password,
                          .then = [asked, account](call_context& last, const asked_password::verdict& hashed) {
                            return begin_session(last, account, asked.tried, hashed.made);
                          }};
  };
  return asked_password{.password = asked.password, .hash = hash, .then = go_on};
}

handled sign_in(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{sign_in_record_described, std::get<boost::json::object>(body), faults};
  sign_in_request asked{given.text("email").value_or(""), given.text("password").value_or(""), {}};
  if (asked.email.empty() && !has_fault(faults, "email"))
    faults.push_back({"email", "required", "Give the email address."});
  if (asked.password.empty() && !has_fault(faults, "password"))
    faults.push_back({"password", "required", "Give the password."});
  if (!faults.empty()) return context.refuse(faults);
  asked.tried = keys_of(tried::sign_in, asked.email, context.call.request);
  const auto keys = asked.tried;
  return count_then(context, keys,
                    [asked = std::move(asked)](call_context& counted) { return check_sign_in(counted, asked); });
}

constexpr route_description listing_sessions{
    .id = "listSessions",
    .tag = account_tag,
    .summary = "List one's own sessions",
    .answers = {{
        {"200", "The sessions, newest first.", answer_shape::rows, &session_record},
    }},
};

handled list_own_sessions(call_context& context) {
  const auto found = context.rows.list_sessions(context.who.user, context.services.sessions, context.now);
  const auto data = list_of(found, [&](std::string& out, const user_session& one) {
    append_session(out, one, one.id == context.who.session);
  });
  return success(200, data, context.now);
}

handled end_one(call_context& context, session_id which) {
  const bool is_current = which == context.who.session;
  return asked_command{
      .command = {.write = end_sessions{.user = context.who.user, .only = which, .by = context.by_caller()}},
      .tell = [is_current](const reply_context& done, result<write_reply>& outcome) -> told_reply {
        const auto ended = reply_to<end_sessions>(outcome);
        if (!ended) return done.fail(ended.error());
        auto response = done_without_body();
        if (is_current) set_session_cookie(response, "", done.services);
        return response;
      }};
}

/// The cookie is taken back when it is the caller's own session that ends.
constexpr std::array<std::string_view, 1> closing_headers{"Set-Cookie"};

constexpr route_description ending_a_session{
    .id = "endSession",
    .tag = account_tag,
    .summary = "End one of one's own sessions",
    .answers = {{
        {"204", "It has ended.", answer_shape::nothing, nullptr, closing_headers},
    }},
    .errors = {errc::not_found},
};

handled end_named_session(call_context& context) {
  const auto named = session_id::parse(context.call.path[0]);
  if (!named) return context.fail(errc::not_found);
  return end_one(context, *named);
}

constexpr route_description signing_out{
    .id = "signOut",
    .tag = account_tag,
    .summary = "Sign out",
    .answers = {{
        {"204", "The session has ended.", answer_shape::nothing, nullptr, closing_headers},
    }},
};

handled sign_out(call_context& context) { return end_one(context, context.who.session); }

constexpr member_description confirmation_members[]{
    {"password", forms::password, "The account's password."},
};
constexpr record_description confirmation_record{
    .name = "Confirmation",
    .sentence = "What shows that the user is still there.",
    .members = confirmation_members,
    .is_closed = true,
};

constexpr route_description confirming_a_session{
    .id = "confirmSession",
    .tag = account_tag,
    .summary = "Give the password again",
    .details = "Opens for five minutes the calls that answer 403 `REAUTHENTICATION_REQUIRED` without it.",
    .bodies = {&confirmation_record},
    .answers = {{
        {"204", "They are open.", answer_shape::nothing},
    }},
    .errors = {errc::validation_error, errc::unsupported_media_type},
};

handled check_confirmation(call_context& context, const std::string& password, const std::vector<std::string>& keys) {
  const auto account = context.rows.find_user(context.who.user);
  if (!account) return context.fail(account.error());
  const auto go_on = [keys](call_context& then, const asked_password::verdict& checked) -> handled {
    const field_fault wrong[]{{"password", "format", "The password is wrong."}};
    if (!checked.fits) return then.refuse(wrong);
    return asked_command{.command = {.write = confirm_session{then.who.session, keys}},
                         .tell = [](const reply_context& done, result<write_reply>& outcome) -> told_reply {
                           const auto confirmed = reply_to<confirm_session>(outcome);
                           if (!confirmed) return done.fail(confirmed.error());
                           return done_without_body();
                         }};
  };
  return asked_password{.password = password, .hash = account->password_hash, .then = go_on};
}

handled confirm_own_session(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const described_body given{confirmation_record, std::get<boost::json::object>(body), faults};
  const auto password = given.text("password").value_or("");
  if (password.empty() && faults.empty()) faults.push_back({"password", "required", "Give the password."});
  if (!faults.empty()) return context.refuse(faults);
  const auto keys = keys_of(tried::confirmation, context.who.user.view(), context.call.request);
  return count_then(context, keys,
                    [password, keys](call_context& counted) { return check_confirmation(counted, password, keys); });
}

} // namespace

std::span<const api_route> session_routes() {
  static constexpr std::array all{
      routes::before_sign_in(http_method::post, "/v1.1/sessions", sign_in, signing_in),
      routes::signed_in(http_method::get, "/v1.1/sessions", list_own_sessions, listing_sessions),
      routes::signed_in(http_method::del, "/v1.1/sessions/current", sign_out, signing_out),
      routes::signed_in(http_method::del, "/v1.1/sessions/{session_id}", end_named_session, ending_a_session),
      routes::signed_in(http_method::post, "/v1.1/sessions/current/confirm", confirm_own_session, confirming_a_session),
  };
  return all;
}

} // namespace paylink
