#include "persistence/identity/session_writes.hpp"

#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/mails/mail_writes.hpp"

namespace paylink {
namespace {

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

// Turning a second factor on and changing the password hold the row, too: one of them comes first.
const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_text>(sql_text)> hold_user_sql{[](dialect spoken) {
  return "SELECT status, email, language, password_hash FROM users WHERE id = :id" + std::string{hold_row(spoken)};
}};

const sql_statement<void(sql_text, sql_text)> renew_hash_sql{"UPDATE users SET password_hash = :hash WHERE id = :id"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number,
                         sql_number)>
    insert_session_sql{
        "INSERT INTO sessions (id, digest, user_id, address, agent, created_at, seen_at, expires_at, confirmed_at) "
        "VALUES (:id, :digest, :user, :address, :agent, :created_at, :seen_at, :expires_at, :confirmed_at)"};

const sql_statement<void(sql_text, sql_text)> end_session_sql{
    "DELETE FROM sessions WHERE user_id = :user AND id = :id"};

const sql_statement<void(sql_text, sql_text)> end_other_sessions_sql{
    "DELETE FROM sessions WHERE user_id = :user AND id <> :except"};

const sql_statement<void(sql_text)> end_replaced_session_sql{"DELETE FROM sessions WHERE digest = :digest"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text)> hold_session_sql{[](dialect spoken) {
  return "SELECT row FROM sessions WHERE id = :id AND user_id = :user" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_number, sql_text)> confirm_session_sql{
    "UPDATE sessions SET confirmed_at = :now WHERE id = :id"};

const sql_statement<void(sql_text, sql_text, sql_number)> remember_household_sql{
    "INSERT INTO sign_in_addresses (user_id, household, seen_at) VALUES (:user, :household, :now) ON CONFLICT "
    "(user_id, household) DO UPDATE SET seen_at = excluded.seen_at"};

const sql_statement<void(sql_text, sql_text)> forget_households_sql{[](dialect) {
  return "DELETE FROM sign_in_addresses WHERE user_id = :user AND household IN (SELECT household FROM "
         "sign_in_addresses WHERE user_id = :same_user ORDER BY seen_at DESC, household LIMIT 20 OFFSET " +
         std::to_string(households_per_user) + ")";
}};

const sql_statement<void(sql_text)> forget_all_households_sql{"DELETE FROM sign_in_addresses WHERE user_id = :user"};

const sql_statement<void(sql_number, sql_text)> note_session_use_sql{
    [](dialect spoken) { return "UPDATE sessions SET seen_at = :now WHERE " + unless_held(spoken, "sessions"); }};

const sql_statement<void(sql_number, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text)>
    note_token_use_sql{[](dialect spoken) {
      return "UPDATE api_tokens SET last_used_at = :now, last_used_address = :address, used_set = CASE WHEN used_day = "
             ":day THEN used_set | :more ELSE :first END, used_day = :same_day WHERE " +
             unless_held(spoken, "api_tokens");
    }};

const sql_statement<void(sql_number, sql_number, sql_text)> note_permission_use_sql{
    "INSERT INTO permission_uses (token_row, permission, day) SELECT row, CAST(:permission AS BIGINT), CAST(:day AS "
    "BIGINT) FROM api_tokens WHERE id = :id ON CONFLICT (token_row, permission) DO UPDATE SET day = excluded.day"};

const sql_statement<void(sql_number)> forget_sessions_sql{
    [](dialect spoken) { return forget_ended_sql(spoken, "sessions"); }};

} // namespace

void remember_household(writing& at, user_id of, const std::string& household) {
  if (household.empty()) return;
  at.db[remember_household_sql].run(of.view(), household, to_millis(at.when.now));
  at.db[forget_households_sql].run(of.view(), of.view());
}

std::int64_t end_all_sessions(writing& at, user_id of, session_id except) {
  // From now on everybody is a stranger, or a thief would keep tries of his own.
  if (except.empty()) at.db[forget_all_households_sql].run(of.view());
  return at.db[end_other_sessions_sql].run(of.view(), except.view());
}

bool has_password(writing& at, user_id of, std::string_view checked_hash) {
  auto& user = at.db[hold_user_sql];
  return user.first(of.view()) && user.column<3>().view() == checked_hash;
}

bool is_session_open(writing& at, session_id id, user_id of) {
  return at.db[hold_session_sql].first(id.view(), of.view());
}

result<user_session> carry_out(writing& at, const open_session& command) {
  auto& user = at.db[hold_user_sql];
  if (!user.first(command.user.view()) || user.column<0>().view() != "active") return errc::not_found;
  // Who knew the password before it was changed does not get in behind the change, nor bring it back by its new hash.
  if (!command.checked_hash.empty() && user.column<3>().view() != command.checked_hash) return errc::not_found;
  auto mail = command.mail;
  mail.recipient = user.column<1>().value;
  mail.lang = parse_language(user.column<2>().view()).value_or(language::vi);
  const bool is_given = command.second.index() != 0;
  if (is_given ? !take_factor(at, command.user, command.second) : has_factor(at, command.user)) return errc::conflict;
  const auto now = to_millis(at.when.now), end = to_millis(at.when.now + command.life);
  // The browser forgets its cookie: nobody but a thief has it from now on.
  if (!command.replaced.empty()) at.db[end_replaced_session_sql].run(command.replaced);
  at.db[insert_session_sql].run(command.id.view(), command.digest, command.user.view(), command.by.address,
                                command.agent, now, now, end, now);
  if (!command.new_hash.empty()) at.db[renew_hash_sql].run(command.new_hash, command.user.view());
  settle_tries(at, command.tried);
  remember_household(at, command.user, command.household);
  at.audit.note(command.by, {command.user.view(), "session.opened", command.id.view(), {}, described(command.second)},
                at.when.now);
  if (!mail.kind.empty()) at.mails.store(mail, at.when.now);
  at.db[forget_sessions_sql].run(now);
  return user_session{command.id, command.by.address, command.agent, at.when.now, at.when.now, from_millis(end)};
}

result<no_reply> carry_out(writing& at, const end_sessions& command) {
  if (command.only.empty()) {
    if (end_all_sessions(at, command.user, command.except) > 0)
      at.audit.note(command.by, {command.user.view(), "session.others_ended", command.user.view()}, at.when.now);
    return no_reply{};
  }
  if (at.db[end_session_sql].run(command.user.view(), command.only.view()) == 0) return errc::not_found;
  at.audit.note(command.by, {command.user.view(), "session.ended", command.only.view()}, at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const confirm_session& command) {
  if (!is_session_open(at, command.id, command.user)) return errc::not_found;
  if (command.second.index() != 0 && !take_factor(at, command.user, command.second)) return errc::conflict;
  at.db[confirm_session_sql].run(to_millis(at.when.now), command.id.view());
  settle_tries(at, command.tried);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const note_use& command) {
  if (!command.session.empty()) {
    at.db[note_session_use_sql].run(to_millis(at.when.now), command.session.view());
    return no_reply{};
  }
  const auto used = static_cast<std::int64_t>(command.used), day = day_of(at.when.now);
  const auto noted = at.db[note_token_use_sql].run(to_millis(at.when.now), command.address, day, used, used, day,
                                                   command.token.view());
  if (noted != 0 && used != 0) at.db[note_permission_use_sql].run(used, day, command.token.view());
  return no_reply{};
}

} // namespace paylink
