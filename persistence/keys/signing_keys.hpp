#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The signing keys of the Workspaces, on the writer's connection: each has a current one, and at most one previous
/// one.
class signing_keys {
public:
  signing_keys(soci::session& session, dialect spoken, event_signer& signer, audit_writes& log);

  /// The same statement for both sides of the store.
  using find_statement = statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_number, sql_number>>;
  static const char* find_sql();
  static result<stored_signing_keys> find(find_statement& with, workspace_id in, timestamp now);

  /// Stores the first key of a new Workspace.
  void begin(workspace_id workspace, std::string_view key_id, std::string_view sealed, timestamp created_at);
  result<stored_signing_keys> carry_out(const rotate_signing_key& command, const moment& when);
  result<no_reply> carry_out(const note_shown_keys& command, const moment& when);

private:
  void insert(workspace_id workspace, std::string_view key_id, std::string_view sealed, timestamp created_at);

  event_signer& signer_;
  audit_writes& log_;
  find_statement find_;
  statement<sql_row<sql_text>, sql_row<sql_number>> hold_workspace_;
  statement<sql_row<sql_text>> drop_previous_;
  statement<sql_row<sql_number, sql_text>> end_current_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number>> insert_;
};

} // namespace paylink
