#include "persistence/identity/second_factor_writes.hpp"

namespace paylink {

namespace {

std::string hold_user_sql(dialect spoken) {
  return std::string{"SELECT email, language FROM users WHERE id = :id"}.append(hold_row(spoken));
}

std::string drop_sql(std::string_view table) { return "DELETE FROM " + std::string{table} + " WHERE user_id = :user"; }

} // namespace

second_factor_writes::second_factor_writes(soci::session& session, dialect spoken, session_writes& sessions,
                                           tries& counted, factor_uses& uses, mail_writes& mails, audit_writes& log)
    : sessions_{sessions}, tries_{counted}, uses_{uses}, mails_{mails}, log_{log},
      hold_user_{session, hold_user_sql(spoken)},
      begin_totp_{session, "INSERT INTO totp_secrets (user_id, sealed, created_at) VALUES (:user, :sealed, :now) ON "
                           "CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, created_at = "
                           "excluded.created_at WHERE totp_secrets.confirmed_at IS NULL"},
      confirm_totp_{session, "UPDATE totp_secrets SET confirmed_at = :now, last_step = :step WHERE user_id = :user AND "
                             "created_at = :begun_at AND created_at > :since AND confirmed_at IS NULL"},
      end_totp_{session, drop_sql("totp_secrets") + " AND confirmed_at IS NOT NULL"},
      drop_totp_{session, drop_sql("totp_secrets")}, drop_codes_{session, drop_sql("recovery_codes")},
      drop_passkeys_{session, drop_sql("passkeys")}, drop_ceremonies_{session, drop_sql("ceremonies")},
      insert_code_{session, "INSERT INTO recovery_codes (user_id, digest) VALUES (:user, :digest)"},
      count_passkeys_{session, "SELECT COUNT(*) FROM passkeys WHERE user_id = :user"},
      insert_passkey_{session, "INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, "
                               "backup_eligible, backed_up, name, created_at) VALUES (:id, :user, :credential, :key, "
                               ":algorithm, :count, :eligible, :backed_up, :name, :now) ON CONFLICT DO NOTHING"},
      remove_passkey_{session, "DELETE FROM passkeys WHERE user_id = :user AND id = :id"} {}

bool second_factor_writes::hold(user_id user) { return hold_user_.first(user.view()); }

errc second_factor_writes::begin(const factor_change& change) {
  if (!hold(change.user)) return errc::not_found;
  const bool is_operators = change.kept.empty();
  return is_operators || sessions_.is_open(change.kept, change.user) ? errc::ok : errc::authentication_error;
}

void second_factor_writes::set_codes(user_id of, const std::vector<std::string>& digests) {
  drop_codes_.run(of.view());
  for (const auto& digest : digests) insert_code_.run(of.view(), digest);
}

void second_factor_writes::drop_idle_codes(user_id of) {
  if (!uses_.is_on(of)) drop_codes_.run(of.view());
}

void second_factor_writes::tell(const factor_change& change, std::string_view action, std::string_view target,
                                timestamp now) {
  auto mail = change.told;
  mail.recipient = hold_user_.column<0>().value;
  mail.lang = parse_language(hold_user_.column<1>().view()).value_or(language::vi);
  if (!mail.kind.empty()) mails_.store(mail, now);
  log_.note(change.by, {change.user.view(), action, target}, now);
}

result<no_reply> second_factor_writes::carry_out(const begin_totp& command, const moment& when) {
  if (!hold(command.user)) return errc::not_found;
  if (begin_totp_.run(command.user.view(), command.sealed, to_millis(when.now)) == 0) return errc::conflict;
  return no_reply{};
}

result<no_reply> second_factor_writes::carry_out(const confirm_totp& command, const moment& when) {
  const auto& change = command.change;
  if (const auto refused = begin(change); refused != errc::ok) return refused;
  if (confirm_totp_.run(to_millis(when.now), command.step, change.user.view(), to_millis(command.begun_at),
                        to_millis(when.now - new_totp_life)) == 0)
    return errc::not_found;
  set_codes(change.user, command.recovery_codes);
  sessions_.end_all(change.user, change.kept);
  tries_.settle(command.tried, when.now);
  tell(change, "second_factor.totp_on", change.user.view(), when.now);
  return no_reply{};
}

result<no_reply> second_factor_writes::carry_out(const end_totp& command, const moment& when) {
  const auto& change = command.change;
  if (const auto refused = begin(change); refused != errc::ok) return refused;
  if (end_totp_.run(change.user.view()) == 0) return errc::not_found;
  drop_idle_codes(change.user);
  tell(change, "second_factor.totp_off", change.user.view(), when.now);
  return no_reply{};
}

result<no_reply> second_factor_writes::carry_out(const renew_recovery_codes& command, const moment& when) {
  const auto& change = command.change;
  if (const auto refused = begin(change); refused != errc::ok) return refused;
  if (!uses_.is_on(change.user)) return errc::conflict;
  set_codes(change.user, command.recovery_codes);
  tell(change, "second_factor.codes_renewed", change.user.view(), when.now);
  return no_reply{};
}

result<added_passkey> second_factor_writes::carry_out(const add_passkey& command, const moment& when) {
  const auto& change = command.change;
  const auto& made = command.made;
  if (const auto refused = begin(change); refused != errc::ok) return refused;
  count_passkeys_.first(change.user.view());
  if (count_passkeys_.column<0>().value >= static_cast<long long>(passkeys_max)) return errc::conflict;
  const bool is_first = !uses_.is_on(change.user);
  if (insert_passkey_.run(made.id.view(), change.user.view(), made.credential_id, made.public_key,
                          std::int64_t{made.algorithm}, made.sign_count, std::int64_t{made.is_backup_eligible ? 1 : 0},
                          std::int64_t{made.is_backed_up ? 1 : 0}, made.name, to_millis(when.now)) == 0)
    return errc::conflict;
  if (is_first) set_codes(change.user, command.recovery_codes);
  sessions_.end_all(change.user, change.kept);
  tell(change, "second_factor.passkey_added", made.id.view(), when.now);
  return added_passkey{is_first, when.now};
}

result<no_reply> second_factor_writes::carry_out(const remove_passkey& command, const moment& when) {
  const auto& change = command.change;
  if (const auto refused = begin(change); refused != errc::ok) return refused;
  if (remove_passkey_.run(change.user.view(), command.id.view()) == 0) return errc::not_found;
  drop_idle_codes(change.user);
  tell(change, "second_factor.passkey_removed", command.id.view(), when.now);
  return no_reply{};
}

result<no_reply> second_factor_writes::carry_out(const reset_second_factor& command, const moment& when) {
  const auto& change = command.change;
  if (!hold(change.user) || !uses_.is_on(change.user)) return errc::not_found;
  for (auto* drop : {&drop_totp_, &drop_codes_, &drop_passkeys_, &drop_ceremonies_}) drop->run(change.user.view());
  sessions_.end_all(change.user, {});
  tell(change, "second_factor.reset", change.user.view(), when.now);
  return no_reply{};
}

} // namespace paylink
