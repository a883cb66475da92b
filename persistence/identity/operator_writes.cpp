#include "persistence/identity/operator_writes.hpp"

#include "domain/values/json_string.hpp"

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

} // namespace

operator_writes::operator_writes(soci::session& session, session_writes& sessions, mail_writes& mails,
                                 audit_writes& log)
    : sessions_{sessions}, mails_{mails}, log_{log}, any_user_{session, "SELECT MIN(row) FROM users"},
      find_by_email_{session, "SELECT row FROM users WHERE lower(email) = lower(:email)"},
      end_invitations_{session, "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE status = "
                                "'pending' AND workspace_id IS NULL AND lower(email) = lower(:email)"},
      insert_invitation_{session, "INSERT INTO invitations (id, digest, email, created_at, expires_at) VALUES (:id, "
                                  ":digest, :email, :now, :expires_at)"},
      find_{session, "SELECT id, email, name, plan, language, status, created_at FROM users WHERE id = :id"},
      set_status_{session, "UPDATE users SET status = :status WHERE id = :id"},
      find_token_{session, "SELECT user_id, revoked_at FROM api_tokens WHERE id = :id"},
      revoke_{session, "UPDATE api_tokens SET revoked_at = :now WHERE id = :id"},
      find_bank_status_{session, "SELECT status FROM bank_statuses WHERE code = :code"},
      set_bank_status_{session, "INSERT INTO bank_statuses (code, status, changed_at) VALUES (:code, :status, :now) ON "
                                "CONFLICT (code) DO UPDATE SET status = excluded.status, changed_at = "
                                "excluded.changed_at"} {}

void operator_writes::invite(invitation_id id, std::string_view digest, std::string_view email, const act& by,
                             timestamp now) {
  insert_invitation_.run(id.view(), digest, email, to_millis(now), to_millis(now + invitation_life));
  log_.note(by, {"", "account.invited", id.view(), {}, email.empty() ? std::string{} : object_with("email", email)},
            now);
}

result<no_reply> operator_writes::carry_out(const invite_first_user& command, const moment& when) {
  any_user_.first();
  if (!any_user_.column<0>().is_null()) return errc::conflict;
  end_invitations_.run(to_millis(when.now), "");
  invite(command.id, command.digest, "", command.by, when.now);
  return no_reply{};
}

result<no_reply> operator_writes::carry_out(const invite_user& command, const moment& when) {
  if (find_by_email_.first(command.email)) return errc::conflict;
  if (!command.email.empty()) end_invitations_.run(to_millis(when.now), command.email);
  invite(command.id, command.digest, command.email, command.by, when.now);
  if (command.mail) mails_.store(*command.mail, when.now);
  return no_reply{};
}

result<user_account> operator_writes::find(user_id id) {
  if (!find_.first(id.view())) return errc::not_found;
  const auto& [found, email, name, plan, lang, status, created_at] = find_.out().fields;
  return user_account{.id = user_id::from_store(found.view()),
                      .email = email.value,
                      .name = name.value,
                      .plan = plan.value,
                      .lang = parse_language(lang.view()).value_or(language::vi),
                      .is_active = status.view() == "active",
                      .created_at = from_millis(created_at.value)};
}

result<user_account> operator_writes::carry_out(const set_user_lock& command, const moment& when) {
  auto account = find(command.user);
  if (!account || account->is_active == !command.is_locked) return account;
  account->is_active = !command.is_locked;
  set_status_.run(command.is_locked ? "disabled" : "active", command.user.view());
  if (command.is_locked) sessions_.end_all(command.user, {});
  log_.note(command.by,
            {command.user.view(), command.is_locked ? "account.locked" : "account.unlocked", command.user.view()},
            when.now);
  return account;
}

result<no_reply> operator_writes::carry_out(const revoke_any_token& command, const moment& when) {
  if (!find_token_.first(command.token.view())) return errc::not_found;
  const auto [user, revoked_at] = find_token_.out().fields;
  if (!revoked_at.is_null()) return no_reply{};
  revoke_.run(to_millis(when.now), command.token.view());
  log_.note(command.by, {user.view(), "api_token.revoked", command.token.view()}, when.now);
  return no_reply{};
}

result<no_reply> operator_writes::carry_out(const set_bank_status& command, const moment& when) {
  const auto before = find_bank_status_.first(command.code) ? find_bank_status_.column<0>().value : std::string{};
  if (before == to_text(command.status)) return no_reply{};
  set_bank_status_.run(command.code, to_text(command.status), to_millis(when.now));
  log_.note(command.by,
            {"", "bank.status_changed", command.code, before.empty() ? std::string{} : object_with("status", before),
             object_with("status", to_text(command.status))},
            when.now);
  return no_reply{};
}

} // namespace paylink
