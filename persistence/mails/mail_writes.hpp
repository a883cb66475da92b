#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Mails to one person, on the writer's connection: stored in the transaction that is the reason for them, claimed by a
/// mailer, and removed once sent. A claim is not a lock: it only postpones the next try.
class mail_writes {
public:
  mail_writes(soci::session& session, dialect spoken);

  void store(const personal_mail& mail, timestamp now);
  result<claimed_mails> carry_out(const claim_mails& command, const moment& when);
  result<no_reply> carry_out(const settle_mail& command, const moment& when);

private:
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>> insert_;
  statement<sql_row<sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>>
      claim_;
  statement<sql_row<>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_number>, sql_row<sql_number, sql_number>> find_;
  statement<sql_row<sql_number, sql_number>> put_off_;
  statement<sql_row<sql_number>> remove_;
};

} // namespace paylink
