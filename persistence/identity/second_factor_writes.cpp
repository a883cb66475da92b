#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/identity/session_writes.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/mails/mail_writes.hpp"

namespace paylink {
namespace {

std::string drop_of_user_sql(std::string_view table) {
  return "DELETE FROM " + std::string{table} + " WHERE user_id = :user";
}

const sql_statement<sql_row<sql_text, sql_text>(sql_text)> hold_factors_sql{
    [](dialect spoken) { return "SELECT email, language FROM users WHERE id = :id" + std::string{hold_row(spoken)}; }};

const sql_statement<void(sql_text, sql_text, sql_number)> begin_totp_sql{
    "INSERT INTO totp_secrets (user_id, sealed, created_at) VALUES (:user, :sealed, :now) ON CONFLICT (user_id) DO "
    "UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at WHERE totp_secrets.confirmed_at IS NULL"};

const sql_statement<void(sql_number, sql_number, sql_text, sql_number, sql_number)> confirm_totp_sql{
    "UPDATE totp_secrets SET confirmed_at = :now, last_step = :step WHERE user_id = :user AND created_at = :begun_at "
    "AND created_at > :since AND confirmed_at IS NULL"};

const sql_statement<void(sql_text)> end_totp_sql{
    [](dialect) { return drop_of_user_sql("totp_secrets") + " AND confirmed_at IS NOT NULL"; }};

const sql_statement<void(sql_text)> drop_totp_sql{[](dialect) { return drop_of_user_sql("totp_secrets"); }};

const sql_statement<void(sql_text)> drop_recovery_codes_sql{[](dialect) { return drop_of_user_sql("recovery_codes"); }};

const sql_statement<void(sql_text)> drop_passkeys_sql{[](dialect) { return drop_of_user_sql("passkeys"); }};

const sql_statement<void(sql_text)> drop_ceremonies_sql{[](dialect) { return drop_of_user_sql("ceremonies"); }};

const sql_statement<void(sql_text, sql_text)> insert_recovery_code_sql{
    "INSERT INTO recovery_codes (user_id, digest) VALUES (:user, :digest)"};

const sql_statement<sql_row<sql_number>(sql_text)> count_passkeys_sql{
    "SELECT COUNT(*) FROM passkeys WHERE user_id = :user"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                         sql_text, sql_number)>
    insert_passkey_sql{"INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, "
                       "backup_eligible, backed_up, name, created_at) VALUES (:id, :user, :credential, :key, "
                       ":algorithm, :count, :eligible, :backed_up, :name, :now) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_text)> remove_passkey_sql{
    "DELETE FROM passkeys WHERE user_id = :user AND id = :id"};

/// Empty: none.
template <class Id>
std::optional<std::string> or_none(const Id& one) {
  return one.empty() ? std::nullopt : std::optional{one.text()};
}

// In the database, since the answer may reach another node.
const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_number)> insert_ceremony_sql{
    "INSERT INTO ceremonies (digest, kind, user_id, session_id, expires_at) VALUES (:digest, :kind, :user, :session, "
    ":expires_at)"};

const sql_statement<sql_row<sql_text, sql_text, sql_text>(sql_text, sql_number)> take_ceremony_sql{
    "DELETE FROM ceremonies WHERE digest = :digest AND expires_at > :now RETURNING kind, user_id, session_id"};

const sql_statement<void(sql_number)> forget_ceremonies_sql{
    [](dialect spoken) { return forget_ended_sql(spoken, "ceremonies"); }};

/// Who gets the mail about a change.
struct owner_of_factors {
  std::string email;
  language lang = language::vi;
};

/// Locks the user's row, as opening a session does: no session is opened without a factor that is turned on at the same
/// time. `not_found`: there is no such user.
result<owner_of_factors> hold_factors(writing& at, user_id user) {
  auto& held = at.db[hold_factors_sql];
  if (!held.first(user.view())) return errc::not_found;
  const auto& [email, lang] = held.out().fields;
  return owner_of_factors{email.value, parse_language(lang.view()).value_or(language::vi)};
}

/// The same for a change that a person makes: the session must still be there. A recovery that has come first has
/// ended it, and a thief's factor would outlive it.
result<owner_of_factors> begin_factor_change(writing& at, const factor_change& change) {
  auto owner = hold_factors(at, change.user);
  const bool is_operators = change.kept.empty();
  if (owner && !is_operators && !is_session_open(at, change.kept, change.user)) return errc::authentication_error;
  return owner;
}

void set_recovery_codes(writing& at, user_id of, const std::vector<std::string>& digests) {
  at.db[drop_recovery_codes_sql].run(of.view());
  for (const auto& digest : digests) at.db[insert_recovery_code_sql].run(of.view(), digest);
}

/// Without a factor, recovery codes open nothing.
void drop_idle_codes(writing& at, user_id of) {
  if (!has_factor(at, of)) at.db[drop_recovery_codes_sql].run(of.view());
}

/// Writes the mail and the row of the audit log.
void note_factor_change(writing& at, const factor_change& change, const owner_of_factors& owner,
                        std::string_view action, std::string_view target) {
  auto mail = change.mail;
  mail.recipient = owner.email;
  mail.lang = owner.lang;
  if (!mail.kind.empty()) at.mails.store(mail, at.when.now);
  at.audit.note(change.by, {change.user.view(), action, target}, at.when.now);
}

} // namespace

result<no_reply> carry_out(writing& at, const begin_ceremony& command) {
  at.db[insert_ceremony_sql].run(command.digest, to_text(command.asked.kind), or_none(command.asked.user),
                                 or_none(command.asked.session), to_millis(at.when.now + ceremony_life));
  at.db[forget_ceremonies_sql].run(to_millis(at.when.now));
  return no_reply{};
}

result<ceremony> carry_out(writing& at, const take_ceremony& command) {
  auto& taken = at.db[take_ceremony_sql];
  if (!taken.first(command.digest, to_millis(at.when.now))) return errc::not_found;
  const auto& [kind, user, session] = taken.out().fields;
  return ceremony{parse_ceremony_kind(kind.view()), user_id::from_store(user.view()),
                  session_id::from_store(session.view())};
}

result<no_reply> carry_out(writing& at, const begin_totp& command) {
  if (!hold_factors(at, command.user)) return errc::not_found;
  if (at.db[begin_totp_sql].run(command.user.view(), command.sealed, to_millis(at.when.now)) == 0)
    return errc::conflict;
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const confirm_totp& command) {
  const auto& change = command.change;
  const auto owner = begin_factor_change(at, change);
  if (!owner) return owner.error();
  if (at.db[confirm_totp_sql].run(to_millis(at.when.now), command.step, change.user.view(), to_millis(command.begun_at),
                                  to_millis(at.when.now - new_totp_life)) == 0)
    return errc::not_found;
  set_recovery_codes(at, change.user, command.recovery_codes);
  end_all_sessions(at, change.user, change.kept);
  settle_tries(at, command.tried);
  note_factor_change(at, change, *owner, "second_factor.totp_on", change.user.view());
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const end_totp& command) {
  const auto& change = command.change;
  const auto owner = begin_factor_change(at, change);
  if (!owner) return owner.error();
  if (at.db[end_totp_sql].run(change.user.view()) == 0) return errc::not_found;
  drop_idle_codes(at, change.user);
  note_factor_change(at, change, *owner, "second_factor.totp_off", change.user.view());
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const renew_recovery_codes& command) {
  const auto& change = command.change;
  const auto owner = begin_factor_change(at, change);
  if (!owner) return owner.error();
  if (!has_factor(at, change.user)) return errc::conflict;
  set_recovery_codes(at, change.user, command.recovery_codes);
  note_factor_change(at, change, *owner, "second_factor.codes_renewed", change.user.view());
  return no_reply{};
}

result<added_passkey> carry_out(writing& at, const add_passkey& command) {
  const auto& change = command.change;
  const auto& made = command.made;
  const auto owner = begin_factor_change(at, change);
  if (!owner) return owner.error();
  auto& counted = at.db[count_passkeys_sql];
  counted.first(change.user.view());
  if (counted.column<0>().value >= static_cast<long long>(passkeys_max)) return errc::conflict;
  const bool is_first = !has_factor(at, change.user);
  if (at.db[insert_passkey_sql].run(made.id.view(), change.user.view(), made.credential_id, made.public_key,
                                    std::int64_t{made.algorithm}, made.sign_count,
                                    std::int64_t{made.is_backup_eligible ? 1 : 0},
                                    std::int64_t{made.is_backed_up ? 1 : 0}, made.name, to_millis(at.when.now)) == 0)
    return errc::conflict;
  if (is_first) set_recovery_codes(at, change.user, command.recovery_codes);
  end_all_sessions(at, change.user, change.kept);
  note_factor_change(at, change, *owner, "second_factor.passkey_added", made.id.view());
  return added_passkey{is_first, at.when.now};
}

result<no_reply> carry_out(writing& at, const remove_passkey& command) {
  const auto& change = command.change;
  const auto owner = begin_factor_change(at, change);
  if (!owner) return owner.error();
  if (at.db[remove_passkey_sql].run(change.user.view(), command.id.view()) == 0) return errc::not_found;
  drop_idle_codes(at, change.user);
  note_factor_change(at, change, *owner, "second_factor.passkey_removed", command.id.view());
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const reset_second_factor& command) {
  const auto& change = command.change;
  const auto owner = hold_factors(at, change.user);
  if (!owner || !has_factor(at, change.user)) return errc::not_found;
  for (auto* drop : {&drop_totp_sql, &drop_recovery_codes_sql, &drop_passkeys_sql, &drop_ceremonies_sql})
    at.db[*drop].run(change.user.view());
  end_all_sessions(at, change.user, {});
  note_factor_change(at, change, *owner, "second_factor.reset", change.user.view());
  return no_reply{};
}

} // namespace paylink
