#pragma once
#include "persistence/identity/session_writes.hpp"

namespace paylink {

/// The verbs that turn second factors on and off, on the writer's connection. Each holds the user's row, as opening a
/// session does: no session is opened without a factor that is turned on at the same time.
class second_factor_writes {
public:
  second_factor_writes(soci::session& session, dialect spoken, session_writes& sessions, tries& counted,
                       factor_uses& uses, mail_writes& mails, audit_writes& log);

  result<no_reply> carry_out(const begin_totp& command, const moment& when);
  result<no_reply> carry_out(const confirm_totp& command, const moment& when);
  result<no_reply> carry_out(const end_totp& command, const moment& when);
  result<no_reply> carry_out(const renew_recovery_codes& command, const moment& when);
  result<added_passkey> carry_out(const add_passkey& command, const moment& when);
  result<no_reply> carry_out(const remove_passkey& command, const moment& when);
  result<no_reply> carry_out(const reset_second_factor& command, const moment& when);

private:
  /// Locks the user's row, which is then in `hold_user_`. Whether there is such a user.
  bool hold(user_id user);
  /// The same for a change that a person makes: the session must still be there. A recovery that has come first has
  /// ended it, and a thief's factor would outlive it.
  errc begin(const factor_change& change);
  void set_codes(user_id of, const std::vector<std::string>& digests);
  /// Without a factor, recovery codes open nothing.
  void drop_idle_codes(user_id of);
  /// Writes the mail and the row of the audit log.
  void tell(const factor_change& change, std::string_view action, std::string_view target, timestamp now);

  session_writes& sessions_;
  tries& tries_;
  factor_uses& uses_;
  mail_writes& mails_;
  audit_writes& log_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text>> hold_user_;
  statement<sql_row<sql_text, sql_text, sql_number>> begin_totp_;
  statement<sql_row<sql_number, sql_number, sql_text, sql_number, sql_number>> confirm_totp_;
  statement<sql_row<sql_text>> end_totp_, drop_totp_, drop_codes_, drop_passkeys_, drop_ceremonies_;
  statement<sql_row<sql_text, sql_text>> insert_code_;
  statement<sql_row<sql_text>, sql_row<sql_number>> count_passkeys_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text,
                    sql_number>>
      insert_passkey_;
  statement<sql_row<sql_text, sql_text>> remove_passkey_;
};

} // namespace paylink
