#pragma once
#include "persistence/identity/session_writes.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/members/invitation_writes.hpp"

namespace paylink {

/// The verbs that make and change accounts, on the writer's connection.
class account_writes {
public:
  account_writes(soci::session& session, dialect spoken, tries& counted, session_writes& sessions, mail_writes& mails,
                 invitation_writes& invitations, audit_writes& log);

  result<no_reply> carry_out(const begin_sign_up& command, const moment& when);
  result<user_account> carry_out(const confirm_sign_up& command, const moment& when);
  result<joined_account> carry_out(const accept_sign_up& command, const moment& when);
  result<user_account> carry_out(const change_account& command, const moment& when);
  result<no_reply> carry_out(const change_password& command, const moment& when);
  result<no_reply> carry_out(const begin_recovery& command, const moment& when);
  result<user_account> carry_out(const recover_account& command, const moment& when);

private:
  /// A person's account is made, and nobody else's for its address; `conflict`: the address has one.
  result<user_account> make(const user_account& account, std::string_view password_hash, const act& by, timestamp now);
  std::optional<user_account> find(user_id id);
  void set_password(const user_account& of, std::string_view hash, session_id kept, personal_mail told, timestamp now);
  void forget_ended(timestamp now);

  using account_columns = sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>;

  tries& tries_;
  session_writes& sessions_;
  mail_writes& mails_;
  invitation_writes& invitations_;
  audit_writes& log_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_text>> find_by_email_;
  statement<sql_row<sql_text>, account_columns> find_;
  statement<sql_row<sql_text>> drop_sign_ups_, drop_older_sign_ups_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>> insert_sign_up_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text, sql_text, sql_text, sql_text>> take_sign_up_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>> insert_user_;
  statement<sql_row<sql_text, sql_number>> add_period_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_text, sql_text>> find_invitation_;
  statement<sql_row<sql_number, sql_number>> accept_invitation_;
  statement<sql_row<sql_text, sql_text, sql_text>> change_;
  statement<sql_row<sql_text, sql_text>> set_hash_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number>> find_recovery_;
  statement<sql_row<sql_text>> drop_recoveries_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number>> insert_recovery_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text>> take_recovery_;
  statement<sql_row<sql_number>> forget_sign_ups_, forget_recoveries_;
};

} // namespace paylink
