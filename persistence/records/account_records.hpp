#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/access.hpp"
#include "domain/identity/account.hpp"
#include "domain/identity/audit.hpp"
#include "domain/identity/session.hpp"
#include "persistence/records/factor_use.hpp"
#include "persistence/records/mail_records.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The stores' records about accounts, sign-in and sessions. Digests are SHA-256 in lowercase hex.
namespace paylink {

struct counted_try {
  bool is_allowed = false;
  timestamp next_at; ///< If not allowed: when the next try may be.
};

/// How often may be tried what a key stands for.
struct try_limit {
  std::string key;
  int limit = 10;
  std::chrono::minutes within{15};
  bool is_counted = true; ///< Otherwise the key is only looked at: it counts successes, once they are known to be some.
};

/// Counts one try for each key, unless one of them has reached its limit; over all nodes. May be answered `held_up`.
struct count_try {
  using reply = counted_try;
  static constexpr bool is_apart = true;
  std::vector<try_limit> limits;
};
result<write_reply> carry_out(writing& at, const count_try& command);

/// A try that was counted was no guess.
struct settled_try {
  std::vector<std::string> returned{}; ///< Keys for which it counts no longer.
  std::string succeeded{};             ///< The key for which it counts instead; empty: none.
};

/// Somebody asks for an account. The mail carries the token that confirms it; if the address has an account,
/// `known` is sent instead, and nothing else happens. Requests of others for the address stay, up to a number: who asks
/// is not known to have it.
struct begin_sign_up {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string email, name, password_hash;
  language lang = language::vi;
  personal_mail confirm, known;
};
result<no_reply> carry_out(writing& at, const begin_sign_up& command);

/// Makes the account that the token confirms, whose password was checked; other requests for its address end.
/// `not_found`: the token is used up, over or none; `conflict`: the address has an account
/// by now.
struct confirm_sign_up {
  using reply = user_account;
  static constexpr bool is_apart = true;
  std::string digest;
  user_id id;
  settled_try tried;
  act by;
};
result<user_account> carry_out(writing& at, const confirm_sign_up& command);

struct joined_account {
  user_account account;
  workspace_id joined{}; ///< Empty: the operator's invitation is into no Workspace.
};

/// Makes an account by an invitation, which belongs to the address and is accepted with it. `not_found`: the invitation
/// is used up, over, none, or another's; `conflict`: the address has an account.
struct accept_sign_up {
  using reply = joined_account;
  static constexpr bool is_apart = true;
  std::string digest; ///< Of the invitation's token.
  user_id id;
  std::string email, name, password_hash;
  language lang = language::vi;
  membership_id membership; ///< Used for a Workspace's.
  act by, joins;            ///< `joins`: for the Workspace's log.
};
result<joined_account> carry_out(writing& at, const accept_sign_up& command);

/// A person has signed in. `not_found`: the user is gone or locked, or has
/// another password by now; `conflict`: the account has a second factor, and none was given, or it was used before.
struct open_session {
  using reply = user_session;
  static constexpr bool is_apart = true;
  session_id id;
  std::string digest;
  user_id user;
  std::string agent;
  std::chrono::milliseconds life;
  settled_try tried{};
  std::string household{};    ///< From where, as a digest; it is no stranger's any more. Empty: nobody knows.
  std::string checked_hash{}; ///< With which the password was checked; empty: none was given.
  std::string new_hash{};     ///< Of the same password, made with today's cost; empty: as it is.
  factor_use second{};        ///< What was given besides the password, or instead of it.
  personal_mail mail{};       ///< To the user, if it has a kind; the recipient is filled in.
  std::string replaced{};     ///< Digest of the cookie that came with it, whose session ends; empty: there was none.
  act by;
};
result<user_session> carry_out(writing& at, const open_session& command);

/// A session that is used in a Workspace.
struct session_use {
  std::string digest; ///< Of its cookie.
  workspace_id workspace;
};

/// Ends one session of a user, or all but one. `not_found`: there is none with this id.
struct end_sessions {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  user_id user;
  session_id only{};   ///< Empty: all.
  session_id except{}; ///< Of all.
  act by;
};
result<no_reply> carry_out(writing& at, const end_sessions& command);

/// The user of a session has given the password again, or a second factor. `conflict`: the factor was used before.
struct confirm_session {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  session_id id;
  user_id user;
  settled_try tried;
  factor_use second{}; ///< Empty: it was the password.
};
result<no_reply> carry_out(writing& at, const confirm_session& command);

/// A try was no guess, and nothing else is to be written of it. May be answered `held_up`.
struct settle_try {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  settled_try tried;
};
result<write_reply> carry_out(writing& at, const settle_try& command);

/// A session or a token was used now; a token's permission is noted for the day.
struct note_use {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  session_id session{};
  token_id token{}; ///< One of the two.
  std::string address;
  permission used = permission::none;
};
result<no_reply> carry_out(writing& at, const note_use& command);

/// Changes what a person may change; absent: stays. `not_found`.
struct change_account {
  using reply = user_account;
  static constexpr bool is_apart = true;
  user_id id;
  std::optional<std::string> name{};
  std::optional<language> lang{};
  act by;
};
result<user_account> carry_out(writing& at, const change_account& command);

/// A new password; all other sessions end. `not_found`; `authentication_error`: the session has ended; `conflict`: the
/// password so far is another by now.
struct change_password {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  user_id id;
  std::string password_hash;
  std::string checked_hash{}; ///< Of the password so far.
  session_id kept{};
  personal_mail mail; ///< To the user; the recipient is filled in.
  act by;
};
result<no_reply> carry_out(writing& at, const change_password& command);

/// Somebody has forgotten a password. An unknown address takes the same work, and gets no mail. A new request ends
/// older ones.
struct begin_recovery {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string email;
  personal_mail mail;
};
result<no_reply> carry_out(writing& at, const begin_recovery& command);

/// A new password by a recovery's token, which works once; all sessions end. `not_found`: it is used up, over or none.
struct recover_account {
  using reply = user_account;
  static constexpr bool is_apart = true;
  std::string digest;
  std::string password_hash;
  std::string household{}; ///< As of `open_session`: who reads the mail is no stranger.
  personal_mail mail;      ///< To the user; the recipient is filled in.
  act by;
};
result<user_account> carry_out(writing& at, const recover_account& command);

using account_verbs =
    verbs<count_try, settle_try, begin_sign_up, confirm_sign_up, accept_sign_up, open_session, end_sessions,
          confirm_session, note_use, change_account, change_password, begin_recovery, recover_account>;

/// What signing in needs to know of an account.
struct sign_in_record {
  user_account account;
  std::string password_hash;
};

/// What a signed-in session's user may do in `workspace` now: what the user's role allows. `authentication_error` for
/// an unknown or ended session.
struct authorize_session {
  std::string_view digest, workspace;
  const session_limits& limits;
  timestamp now;
};
result<caller> answer(reading& at, const authorize_session& wanted);

/// The same for each of many, in their order, by one query.
struct authorize_sessions {
  std::span<const session_use> used;
  const session_limits& limits;
  timestamp now;
};
result<std::vector<result<caller>>> answer(reading& at, const authorize_sessions& wanted);

/// What signing in needs of the account with this address, in any case of its letters. `not_found`.
struct find_sign_in {
  std::string_view email;
};
result<sign_in_record> answer(reading& at, const find_sign_in& wanted);

/// The same by id.
struct find_user {
  user_id id;
};
result<sign_in_record> answer(reading& at, const find_user& wanted);

/// Whether a try would be allowed now; nothing is counted.
struct look_at_tries {
  std::span<const try_limit> limits;
  timestamp now;
};
counted_try answer(reading& at, const look_at_tries& wanted);

/// Whether the account with this address was signed in to lately from the household, a digest.
struct knows_household {
  std::string_view email, household;
  timestamp now;
};
bool answer(reading& at, const knows_household& wanted);

/// The hash of the password with which somebody asked for the account that this token would confirm.
struct find_sign_up {
  std::string_view digest;
  timestamp now;
};
result<std::string> answer(reading& at, const find_sign_up& wanted);

struct has_users {};
bool answer(reading& at, const has_users& wanted);

/// A user's sessions, the newest first.
struct list_sessions {
  user_id of;
  const session_limits& limits;
  timestamp now;
};
std::vector<user_session> answer(reading& at, const list_sessions& wanted);

} // namespace paylink
