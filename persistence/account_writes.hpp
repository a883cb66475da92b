#pragma once
#include "persistence/dialect.hpp"
#include "persistence/rows.hpp"
#include "persistence/signing_keys.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that make users, Workspaces, tokens and accounts, on the writer's connection. They are rare.
class account_writes {
public:
  account_writes(soci::session& session, signing_keys& keys);

  result<write_reply> create(const create_user& command, timestamp now);
  result<write_reply> create(const create_workspace& command);
  result<write_reply> create(const create_token& command, timestamp now);
  result<write_reply> connect(const connect_account& command, timestamp now);
  result<write_reply> create(const create_virtual_account& command, timestamp now);
  result<write_reply> set(const set_workspace_status& command);

private:
  signing_keys& keys_;
  using found = row<number>;
  statement<row<text>, found> find_user_, find_workspace_, find_token_, find_virtual_;
  statement<row<text, text>, found> find_account_;
  statement<row<text, text, text, text, text, text, number>> insert_user_;
  statement<row<text, text, text, text, text, text, text, text, number>> insert_workspace_;
  statement<row<text, text, text, number>> insert_owner_;
  statement<row<text, text, text, text, text, number, number>, found> insert_token_;
  statement<row<number, text, number>> insert_permission_;
  statement<row<text, text, text, text, text, text, text, text, number>> insert_account_;
  statement<row<text, number, text, text, text, number>> insert_virtual_;
  statement<row<text, text>> set_status_;
};

} // namespace paylink
