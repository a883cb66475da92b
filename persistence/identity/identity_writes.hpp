#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/keys/signing_keys.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that create users and Workspaces, on the writer's connection. They run rarely.
class identity_writes {
public:
  identity_writes(soci::session& session, dialect spoken, signing_keys& keys, audit_writes& log);

  result<no_reply> carry_out(const create_user& command, const moment& when);
  result<no_reply> carry_out(const create_workspace& command, const moment& when);
  result<no_reply> carry_out(const suspend_workspace& command, const moment& when);

private:
  signing_keys& keys_;
  audit_writes& log_;
  using found = sql_row<sql_number>;
  statement<sql_row<sql_text>, found> find_user_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>> insert_user_;
  statement<sql_row<sql_text, sql_number, sql_text>> add_period_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>>
      insert_workspace_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number>> insert_owner_;
  statement<sql_row<sql_text>, sql_row<sql_text>> status_of_;
  statement<sql_row<sql_text>> suspend_;
};

} // namespace paylink
