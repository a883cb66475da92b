#include "api/accounts/account_record.hpp"

#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form plan_name{.example = "Free"};
constexpr form address{.example = "198.51.100.7"};
constexpr form agent{.example = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"};

constexpr auto user_members = members_of<user_account, std::string_view>({
    {"id", forms::user_id, get<&user_account::id>, "The user's id."},
    {"email", forms::email, get<&user_account::email>, "The address to sign in with."},
    {"name", forms::person_name, get<&user_account::name>, "The person's name."},
    {"locale", forms::locale, get<&user_account::lang>, "The language of the console and of emails."},
    {"plan", plan_name, get<&user_account::plan>, "The plan that pays for the Workspaces that the user owns."},
    {"second_factor", forms::truth, get<&user_account::has_second_factor>, "Whether signing in needs a second factor."},
    {"csrf_token", forms::csrf_token, [](auto&, auto& csrf_token) { return csrf_token; },
     "The value that this session's calls must send in `X-CSRF-Token` to make changes.", nullable,
     "3f1c0d6b9a2e48f7b5d4c3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2"},
    {"created_at", forms::time, get<&user_account::created_at>, "When the account was created."},
});

constexpr auto session_members = members_of<user_session, bool>({
    {"id", forms::session_id, get<&user_session::id>, "The session's id."},
    {"current", forms::truth, [](auto&, auto is_current) { return is_current; },
     "Whether this is the session that makes the call."},
    {"address", address, get<&user_session::address>, "The address from which it was opened."},
    {"agent", agent, get<&user_session::agent>, "The browser, as it identifies itself."},
    {"created_at", forms::time, get<&user_session::created_at>, "When it was opened."},
    {"last_seen_at", forms::time, get<&user_session::seen_at>, "Its last use, to the minute."},
    {"expires_at", forms::time, get<&user_session::expires_at>, "When it expires, even if it is in use."},
});

} // namespace

constexpr written_record<user_account, std::string_view> user_record{"User", "A person's account.", user_members};

constexpr written_record<user_session, bool> session_record{"Session", "A sign-in on one device.", session_members};

} // namespace paylink
