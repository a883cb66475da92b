#pragma once
#include "persistence/identity/session_writes.hpp"
#include "persistence/mails/mail_writes.hpp"

namespace paylink {

/// The verbs of an operator over accounts, tokens and banks, on the writer's connection.
class operator_writes {
public:
  operator_writes(soci::session& session, session_writes& sessions, mail_writes& mails, audit_writes& log);

  result<no_reply> carry_out(const invite_first_user& command, const moment& when);
  result<no_reply> carry_out(const invite_user& command, const moment& when);
  result<user_account> carry_out(const set_user_lock& command, const moment& when);
  result<no_reply> carry_out(const revoke_any_token& command, const moment& when);
  result<no_reply> carry_out(const set_bank_status& command, const moment& when);

private:
  void invite(invitation_id id, std::string_view digest, std::string_view email, const act& by, timestamp now);
  result<user_account> find(user_id id);

  using account_columns = sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>;

  session_writes& sessions_;
  mail_writes& mails_;
  audit_writes& log_;
  statement<sql_row<>, sql_row<sql_number>> any_user_;
  statement<sql_row<sql_text>, sql_row<sql_number>> find_by_email_;
  statement<sql_row<sql_number, sql_text>> end_invitations_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number>> insert_invitation_;
  statement<sql_row<sql_text>, account_columns> find_;
  statement<sql_row<sql_text, sql_text>> set_status_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number>> find_token_;
  statement<sql_row<sql_number, sql_text>> revoke_;
  statement<sql_row<sql_text>, sql_row<sql_text>> find_bank_status_;
  statement<sql_row<sql_text, sql_text, sql_number>> set_bank_status_;
};

} // namespace paylink
