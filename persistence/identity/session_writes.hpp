#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/identity/factor_uses.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/mails/mail_writes.hpp"

namespace paylink {

/// The verbs that open, use and end sessions, on the writer's connection.
class session_writes {
public:
  session_writes(soci::session& session, dialect spoken, tries& counted, factor_uses& uses, mail_writes& mails,
                 audit_writes& log);

  result<user_session> carry_out(const open_session& command, const moment& when);
  result<no_reply> carry_out(const end_sessions& command, const moment& when);
  result<no_reply> carry_out(const confirm_session& command, const moment& when);
  result<no_reply> carry_out(const note_use& command, const moment& when);

  /// Ends all sessions of a user, or all but one; returns how many. With all of them, the account forgets from where it
  /// has been signed in to.
  std::int64_t end_all(user_id of, session_id except);
  /// Who comes from there is no stranger to the account any more. The user's row is held.
  void remember_household(user_id of, const std::string& household, timestamp now);
  /// Locks the user's row: whether the password is still the one that was checked. Until the commit it stays so.
  bool has_password(user_id of, std::string_view checked_hash);
  /// Locks the session: whether it is still there.
  bool is_open(session_id id, user_id of);

private:
  /// To the user that was just found.
  void tell(personal_mail mail, timestamp now);

  tries& tries_;
  factor_uses& uses_;
  mail_writes& mails_;
  audit_writes& log_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_text, sql_text>> find_user_;
  statement<sql_row<sql_text, sql_text>> set_hash_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>>
      insert_;
  statement<sql_row<sql_text, sql_text>> end_one_, end_others_;
  statement<sql_row<sql_text>> end_replaced_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number>> find_session_;
  statement<sql_row<sql_number, sql_text>> confirm_;
  statement<sql_row<sql_text, sql_text, sql_number>> remember_;
  statement<sql_row<sql_text, sql_text>> forget_households_;
  statement<sql_row<sql_text>> forget_places_;
  statement<sql_row<sql_number, sql_text>> note_session_;
  statement<sql_row<sql_number, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text>> note_token_;
  statement<sql_row<sql_number, sql_number, sql_text>> note_permission_;
  statement<sql_row<sql_number>> forget_ended_;
};

} // namespace paylink
