#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/session_writes.hpp"
#include "persistence/mails/mail_writes.hpp"

namespace paylink {
namespace {

/// A JSON object with one text, for the audit log.
std::string object_with(std::string_view name, std::string_view text) {
  std::string object{"{"};
  append_json_string(object, name);
  object += ':';
  append_json_string(object, text);
  return object + '}';
}

const sql_statement<sql_row<sql_number>()> first_user_row_sql{"SELECT MIN(row) FROM users"};

const sql_statement<sql_row<sql_number>(sql_text)> find_user_of_address_sql{
    "SELECT row FROM users WHERE lower(email) = lower(:email)"};

const sql_statement<void(sql_number, sql_text)> end_account_invitations_sql{
    "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE status = 'pending' AND workspace_id IS NULL "
    "AND lower(email) = lower(:email)"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number, sql_number)> insert_account_invitation_sql{
    "INSERT INTO invitations (id, digest, email, created_at, expires_at) VALUES (:id, :digest, :email, :now, "
    ":expires_at)"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>(sql_text)>
    find_locked_user_sql{"SELECT id, email, name, plan, language, status, created_at FROM users WHERE id = :id"};

const sql_statement<void(sql_text, sql_text)> set_user_status_sql{"UPDATE users SET status = :status WHERE id = :id"};

const sql_statement<sql_row<sql_text, sql_number>(sql_text)> find_any_token_sql{
    "SELECT user_id, revoked_at FROM api_tokens WHERE id = :id"};

const sql_statement<void(sql_number, sql_text)> revoke_any_token_sql{
    "UPDATE api_tokens SET revoked_at = :now WHERE id = :id"};

const sql_statement<sql_row<sql_text>(sql_text)> find_bank_status_sql{
    "SELECT status FROM bank_statuses WHERE code = :code"};

const sql_statement<void(sql_text, sql_text, sql_number)> set_bank_status_sql{
    "INSERT INTO bank_statuses (code, status, changed_at) VALUES (:code, :status, :now) ON CONFLICT (code) DO UPDATE "
    "SET status = excluded.status, changed_at = excluded.changed_at"};

void invite_into_service(writing& at, invitation_id id, std::string_view digest, std::string_view email,
                         const act& by) {
  at.db[insert_account_invitation_sql].run(id.view(), digest, email, to_millis(at.when.now),
                                           to_millis(at.when.now + invitation_life));
  at.audit.note(by, {"", "account.invited", id.view(), {}, email.empty() ? std::string{} : object_with("email", email)},
                at.when.now);
}

result<user_account> find_user_to_lock(writing& at, user_id id) {
  auto& found = at.db[find_locked_user_sql];
  if (!found.first(id.view())) return errc::not_found;
  const auto& [own_id, email, name, plan, lang, status, created_at] = found.out().fields;
  return user_account{.id = user_id::from_store(own_id.view()),
                      .email = email.value,
                      .name = name.value,
                      .plan = plan.value,
                      .lang = parse_language(lang.view()).value_or(language::vi),
                      .is_active = status.view() == "active",
                      .created_at = from_millis(created_at.value)};
}

} // namespace

result<no_reply> carry_out(writing& at, const invite_first_user& command) {
  auto& first = at.db[first_user_row_sql];
  first.first();
  if (!first.column<0>().is_null()) return errc::conflict;
  at.db[end_account_invitations_sql].run(to_millis(at.when.now), "");
  invite_into_service(at, command.id, command.digest, "", command.by);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const invite_user& command) {
  if (at.db[find_user_of_address_sql].first(command.email)) return errc::conflict;
  if (!command.email.empty()) at.db[end_account_invitations_sql].run(to_millis(at.when.now), command.email);
  invite_into_service(at, command.id, command.digest, command.email, command.by);
  if (command.mail) at.mails.store(*command.mail, at.when.now);
  return no_reply{};
}

result<user_account> carry_out(writing& at, const set_user_lock& command) {
  auto account = find_user_to_lock(at, command.user);
  if (!account || account->is_active == !command.is_locked) return account;
  account->is_active = !command.is_locked;
  at.db[set_user_status_sql].run(command.is_locked ? "disabled" : "active", command.user.view());
  if (command.is_locked) end_all_sessions(at, command.user, {});
  at.audit.note(command.by,
                {command.user.view(), command.is_locked ? "account.locked" : "account.unlocked", command.user.view()},
                at.when.now);
  return account;
}

result<no_reply> carry_out(writing& at, const revoke_any_token& command) {
  auto& found = at.db[find_any_token_sql];
  if (!found.first(command.token.view())) return errc::not_found;
  const auto [user, revoked_at] = found.out().fields;
  if (!revoked_at.is_null()) return no_reply{};
  at.db[revoke_any_token_sql].run(to_millis(at.when.now), command.token.view());
  at.audit.note(command.by, {user.view(), "api_token.revoked", command.token.view()}, at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const set_bank_status& command) {
  auto& found = at.db[find_bank_status_sql];
  const auto before = found.first(command.code) ? found.column<0>().value : std::string{};
  if (before == to_text(command.status)) return no_reply{};
  at.db[set_bank_status_sql].run(command.code, to_text(command.status), to_millis(at.when.now));
  at.audit.note(command.by,
                {"", "bank.status_changed", command.code,
                 before.empty() ? std::string{} : object_with("status", before),
                 object_with("status", to_text(command.status))},
                at.when.now);
  return no_reply{};
}

} // namespace paylink
