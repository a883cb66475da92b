#include "api/accounts/account_record.hpp"

#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form plan_name{.example = "Free"};
constexpr form address{.example = "198.51.100.7"};
constexpr form agent{.example = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"};

constexpr member_description user_members[]{
    {"id", forms::user_id, "The user's id."},
    {"email", forms::email, "The address to sign in with."},
    {"name", forms::person_name, "The person's name."},
    {"locale", forms::locale, "The language of the console and of emails."},
    {"plan", plan_name, "The plan that pays for the Workspaces that the user owns."},
    {"second_factor", forms::truth, "Whether signing in needs a second factor."},
    {"csrf_token", forms::csrf_token,
     "The value that this session's calls must send in `X-CSRF-Token` to make changes.", nullable,
     "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2"},
    {"created_at", forms::time, "When the account was created."},
};

constexpr member_description session_members[]{
    {"id", forms::session_id, "The session's id."},
    {"current", forms::truth, "Whether this is the session that makes the call."},
    {"address", address, "The address from which it was opened."},
    {"agent", agent, "The browser, as it identifies itself."},
    {"created_at", forms::time, "When it was opened."},
    {"last_seen_at", forms::time, "Its last use, to the minute."},
    {"expires_at", forms::time, "When it expires, even if it is in use."},
};

} // namespace

constexpr record_description user_record{
    .name = "User",
    .sentence = "A person's account.",
    .members = user_members,
};

constexpr record_description session_record{
    .name = "Session",
    .sentence = "A sign-in on one device.",
    .members = session_members,
};

void append_user(std::string& out, const user_account& user, std::string_view csrf_token) {
  record_writer{out}
      .text("id", user.id.view())
      .text("email", user.email)
      .text("name", user.name)
      .text("locale", to_text(user.lang))
      .text("plan", user.plan)
      .flag("second_factor", user.has_second_factor)
      .text_or_null("csrf_token", csrf_token)
      .time("created_at", user.created_at)
      .close();
}

void append_session(std::string& out, const user_session& session, bool is_current) {
  record_writer{out}
      .text("id", session.id.view())
      .flag("current", is_current)
      .text("address", session.address)
      .text("agent", session.agent)
      .time("created_at", session.created_at)
      .time("last_seen_at", session.seen_at)
      .time("expires_at", session.expires_at)
      .close();
}

} // namespace paylink
