#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// Ends all sessions of a user, or all but one; returns how many. With all of them, the account forgets from where it
/// has been signed in to.
std::int64_t end_all_sessions(writing& at, user_id of, session_id except);
/// Who comes from there is no stranger to the account any more. The user's row is held.
void remember_household(writing& at, user_id of, const std::string& household);
/// Locks the user's row: whether the password is still the one that was checked. Until the commit it stays so.
bool has_password(writing& at, user_id of, std::string_view checked_hash);
/// Locks the session: whether it is still there.
bool is_session_open(writing& at, session_id id, user_id of);

} // namespace paylink
