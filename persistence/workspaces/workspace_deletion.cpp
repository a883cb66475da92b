#include "persistence/workspaces/workspace_deletion.hpp"

#include "domain/values/json_string.hpp"
#include "failpoints/failpoint.hpp"

namespace paylink {
namespace {

// What creates links or holds entries of the Workspace reads its status in its own transaction.
std::string find_to_delete_sql(dialect spoken) {
  return std::string{"SELECT name FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(hold_row(spoken));
}

} // namespace

workspace_deletion::workspace_deletion(soci::session& session, dialect spoken, member_writes& members,
                                       invitation_writes& invitations, audit_writes& log)
    : members_{members}, invitations_{invitations}, log_{log}, find_{session, find_to_delete_sql(spoken)},
      // Clearing begins at once, whatever clock it is deleted by.
      mark_{session, "UPDATE workspaces SET deleted_at = :now, status = 'suspended', suspensions = suspensions + 1, "
                     "clear_at = 0, clearing_step = 1, ends_callbacks = :ends_callbacks WHERE id = :id"},
      drop_permissions_{session, "DELETE FROM api_token_permissions WHERE workspace_id = :workspace"},
      end_webhooks_{session, "UPDATE webhooks SET deleted_at = :now WHERE workspace_id = :workspace AND deleted_at IS "
                             "NULL"},
      // Without its number, no feed finds the account.
      free_accounts_{
          session,
          "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = "
          "COALESCE(disconnected_at, :now), number = '', holder_name = '', fetch_at = NULL WHERE workspace_id = "
          ":workspace"} {}

result<no_reply> workspace_deletion::carry_out(const delete_workspace& command, const moment& when) {
  if (!find_.first(command.id.view())) return errc::not_found;
  std::string was = R"({"name":)";
  append_json_string(was, find_.column<0>().view());
  was += '}';
  const auto now = to_millis(when.now);
  mark_.run(now, std::int64_t{command.ends_callbacks ? 1 : 0}, command.id.view());
  PAYLINK_FAILPOINT(after_workspace_marked);
  members_.end_all(command.id);
  drop_permissions_.run(command.id.view());
  invitations_.end_all(command.id, when.now);
  free_accounts_.run(now, command.id.view());
  end_webhooks_.run(now, command.id.view());
  PAYLINK_FAILPOINT(after_accounts_freed);
  log_.note(command.by, {command.id.view(), "workspace.deleted", command.id.view(), std::move(was)}, when.now);
  return no_reply{};
}

} // namespace paylink
