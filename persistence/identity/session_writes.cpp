#include "persistence/identity/session_writes.hpp"

namespace paylink {

namespace {

// Turning a second factor on and changing the password hold the row, too: one of them comes first.
std::string find_user_sql(dialect spoken) {
  return std::string{"SELECT status, email, language, password_hash FROM users WHERE id = :id"}.append(
      hold_row(spoken));
}

/// The row with `:id`, unless another transaction holds it: both nodes note the uses of a busy token at the same time,
/// in any order, and one note is enough.
std::string unless_held(dialect spoken, std::string_view table) {
  return is_picked(spoken,
                   "SELECT row FROM " + std::string{table} + " WHERE id = :id" + std::string{pick_rows(spoken)});
}

/// What the audit log says of how a session was opened.
std::string described(const factor_use& second) {
  const auto name = name_of(second);
  return name.empty() ? std::string{} : R"({"second_factor":")" + std::string{name} + "\"}";
}

} // namespace

session_writes::session_writes(soci::session& session, dialect spoken, tries& counted, factor_uses& uses,
                               mail_writes& mails, audit_writes& log)
    : tries_{counted}, uses_{uses}, mails_{mails}, log_{log}, find_user_{session, find_user_sql(spoken)},
      set_hash_{session, "UPDATE users SET password_hash = :hash WHERE id = :id"},
      insert_{session, "INSERT INTO sessions (id, digest, user_id, address, agent, created_at, seen_at, expires_at, "
                       "confirmed_at) VALUES (:id, :digest, :user, :address, :agent, :created_at, :seen_at, "
                       ":expires_at, :confirmed_at)"},
      end_one_{session, "DELETE FROM sessions WHERE user_id = :user AND id = :id"},
      end_others_{session, "DELETE FROM sessions WHERE user_id = :user AND id <> :except"},
      end_replaced_{session, "DELETE FROM sessions WHERE digest = :digest"},
      find_session_{session,
                    "SELECT row FROM sessions WHERE id = :id AND user_id = :user" + std::string{lock_row(spoken)}},
      confirm_{session, "UPDATE sessions SET confirmed_at = :now WHERE id = :id"},
      remember_{session, "INSERT INTO sign_in_addresses (user_id, household, seen_at) VALUES (:user, :household, :now) "
                         "ON CONFLICT (user_id, household) DO UPDATE SET seen_at = excluded.seen_at"},
      forget_households_{session, "DELETE FROM sign_in_addresses WHERE user_id = :user AND household IN (SELECT "
                                  "household FROM sign_in_addresses WHERE user_id = :same_user ORDER BY seen_at DESC, "
                                  "household LIMIT 20 OFFSET " +
                                      std::to_string(households_per_user) + ")"},
      forget_places_{session, "DELETE FROM sign_in_addresses WHERE user_id = :user"},
      note_session_{session, "UPDATE sessions SET seen_at = :now WHERE " + unless_held(spoken, "sessions")},
      note_token_{session,
                  "UPDATE api_tokens SET last_used_at = :now, last_used_address = :address, used_set = CASE WHEN "
                  "used_day = :day THEN used_set | :more ELSE :first END, used_day = :same_day WHERE " +
                      unless_held(spoken, "api_tokens")},
      note_permission_{session,
                       "INSERT INTO permission_uses (token_row, permission, day) SELECT row, CAST(:permission AS "
                       "BIGINT), CAST(:day AS BIGINT) FROM api_tokens WHERE id = :id ON CONFLICT (token_row, "
                       "permission) DO UPDATE SET day = excluded.day"},
      forget_ended_{session, forget_ended_sql(spoken, "sessions")} {}

result<user_session> session_writes::carry_out(const open_session& command, const moment& when) {
  if (!find_user_.first(command.user.view()) || find_user_.column<0>().view() != "active") return errc::not_found;
  // Who knew the password before it was changed does not get in behind the change, nor bring it back by its new hash.
  if (!command.checked_hash.empty() && find_user_.column<3>().view() != command.checked_hash) return errc::not_found;
  const bool is_given = command.second.index() != 0;
  if (is_given ? !uses_.take(command.user, command.second, when.now) : uses_.is_on(command.user)) return errc::conflict;
  const auto now = to_millis(when.now), end = to_millis(when.now + command.life);
  // The browser forgets its cookie: nobody but a thief has it from now on.
  if (!command.replaced.empty()) end_replaced_.run(command.replaced);
  insert_.run(command.id.view(), command.digest, command.user.view(), command.by.address, command.agent, now, now, end,
              now);
  if (!command.new_hash.empty()) set_hash_.run(command.new_hash, command.user.view());
  tries_.settle(command.tried, when.now);
  remember_household(command.user, command.household, when.now);
  log_.note(command.by, {command.user.view(), "session.opened", command.id.view(), {}, described(command.second)},
            when.now);
  tell(command.told, when.now);
  forget_ended_.run(now);
  return user_session{command.id, command.by.address, command.agent, when.now, when.now, from_millis(end)};
}

void session_writes::remember_household(user_id of, const std::string& household, timestamp now) {
  if (household.empty()) return;
  remember_.run(of.view(), household, to_millis(now));
  forget_households_.run(of.view(), of.view());
}

void session_writes::tell(personal_mail mail, timestamp now) {
  if (mail.kind.empty()) return;
  mail.recipient = find_user_.column<1>().value;
  mail.lang = parse_language(find_user_.column<2>().view()).value_or(language::vi);
  mails_.store(mail, now);
}

result<no_reply> session_writes::carry_out(const end_sessions& command, const moment& when) {
  if (command.only.empty()) {
    if (end_all(command.user, command.except) > 0)
      log_.note(command.by, {command.user.view(), "session.others_ended", command.user.view()}, when.now);
    return no_reply{};
  }
  if (end_one_.run(command.user.view(), command.only.view()) == 0) return errc::not_found;
  log_.note(command.by, {command.user.view(), "session.ended", command.only.view()}, when.now);
  return no_reply{};
}

std::int64_t session_writes::end_all(user_id of, session_id except) {
  // From now on everybody is a stranger, or a thief would keep tries of his own.
  if (except.empty()) forget_places_.run(of.view());
  return end_others_.run(of.view(), except.view());
}

bool session_writes::has_password(user_id of, std::string_view checked_hash) {
  return find_user_.first(of.view()) && find_user_.column<3>().view() == checked_hash;
}

bool session_writes::is_open(session_id id, user_id of) { return find_session_.first(id.view(), of.view()); }

result<no_reply> session_writes::carry_out(const confirm_session& command, const moment& when) {
  if (!is_open(command.id, command.user)) return errc::not_found;
  if (command.second.index() != 0 && !uses_.take(command.user, command.second, when.now)) return errc::conflict;
  confirm_.run(to_millis(when.now), command.id.view());
  tries_.settle(command.tried, when.now);
  return no_reply{};
}

result<no_reply> session_writes::carry_out(const note_use& command, const moment& when) {
  if (!command.session.empty()) {
    note_session_.run(to_millis(when.now), command.session.view());
    return no_reply{};
  }
  const auto used = static_cast<std::int64_t>(command.used), day = day_of(when.now);
  const auto noted = note_token_.run(to_millis(when.now), command.address, day, used, used, day, command.token.view());
  if (noted != 0 && used != 0) note_permission_.run(used, day, command.token.view());
  return no_reply{};
}

} // namespace paylink
