#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// When which bank's connector is asked for entries that no notification told of, on the writer's connection.
class account_fetches {
public:
  account_fetches(soci::session& session, dialect spoken, audit_writes& log);

  result<due_fetch> carry_out(const claim_fetch& command, const moment& when);
  result<no_reply> carry_out(const note_fetch& command, const moment& when);
  result<no_reply> carry_out(const hasten_fetches& command, const moment& when);
  result<lapsed_connection> carry_out(const lapse_connection& command, const moment& when);

private:
  struct due_row {
    account_row account;
    sql_text connection, fetched_to;
    sql_number disconnected_at, is_elsewhere;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      account.visit(visitor);
      visitor(connection), visitor(fetched_to), visitor(disconnected_at), visitor(is_elsewhere);
    }
    /// Its connection ended a while ago, or its number is connected as another account by now.
    bool is_over(timestamp now) const;
  };

  audit_writes& log_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>> hurry_;
  statement<sql_row<sql_number, sql_text>, due_row> next_;
  statement<sql_row<sql_number, sql_number>> set_due_;
  statement<sql_row<sql_text>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_text>> note_;
  statement<sql_row<sql_number, sql_number>> hasten_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number, sql_text, sql_text>> connected_;
  statement<sql_row<sql_number, sql_number>> lapse_;
};

} // namespace paylink
