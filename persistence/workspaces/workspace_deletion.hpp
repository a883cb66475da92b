#pragma once
#include "persistence/members/invitation_writes.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Ends Workspaces at once, on the writer's connection: from its transaction on, a deleted Workspace answers like one
/// that never was.
class workspace_deletion {
public:
  workspace_deletion(soci::session& session, dialect spoken, member_writes& members, invitation_writes& invitations,
                     audit_writes& log);

  result<no_reply> carry_out(const delete_workspace& command, const moment& when);

private:
  member_writes& members_;
  invitation_writes& invitations_;
  audit_writes& log_;
  statement<sql_row<sql_text>, sql_row<sql_text>> find_;
  statement<sql_row<sql_number, sql_number, sql_text>> mark_;
  statement<sql_row<sql_text>> drop_permissions_;
  statement<sql_row<sql_number, sql_text>> end_webhooks_, free_accounts_;
};

} // namespace paylink
