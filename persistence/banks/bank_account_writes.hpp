#pragma once
#include "persistence/banks/account_connections.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs about bank accounts and their virtual accounts, on the writer's connection. They run rarely.
class bank_account_writes {
public:
  bank_account_writes(soci::session& session, dialect spoken, account_connections& connections, audit_writes& log);

  result<no_reply> carry_out(const connect_account& command, const moment& when);
  result<no_reply> carry_out(const disconnect_account& command, const moment& when);
  result<no_reply> carry_out(const remove_account& command, const moment& when);
  result<made_virtual_account> carry_out(const create_virtual_account& command, const moment& when);
  result<no_reply> carry_out(const close_virtual_account& command, const moment& when);
  result<no_reply> carry_out(const begin_import& command, const moment& when);
  result<no_reply> carry_out(const end_import& command, const moment& when);

private:
  /// Connects an account that the Workspace has already.
  result<no_reply> connect_known(const connect_account& command, timestamp now);

  account_connections& connections_;
  audit_writes& log_;
  using found = sql_row<sql_number>;
  statement<sql_row<sql_text>, found> keep_workspace_;
  statement<sql_row<sql_text, sql_text>, virtual_account_row> find_virtual_;
  statement<sql_row<sql_number>, found> count_virtual_;
  used_keys keys_;
  statement<sql_row<sql_text, sql_text>, found> find_account_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number, sql_text>> hold_account_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text,
                    sql_number, sql_number, sql_number, sql_text, sql_number>>
      insert_account_;
  statement<sql_row<sql_number, sql_number, sql_number>> supersede_;
  statement<sql_row<sql_number, sql_number>> disconnect_;
  statement<sql_row<sql_number, sql_number, sql_number>> evict_, remove_;
  statement<sql_row<sql_number>> drop_pending_, expect_virtual_;
  statement<sql_row<sql_text, sql_number, sql_text, sql_text, sql_text, sql_number>> insert_virtual_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number, sql_text, sql_text>> hold_virtual_;
  statement<sql_row<sql_number>, found> find_pending_link_;
  statement<sql_row<sql_number>> close_virtual_;
  statement<sql_row<sql_number>, found> wait_for_entries_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number>> state_;
};

} // namespace paylink
