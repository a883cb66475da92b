#include "persistence/keys/signing_keys.hpp"

#include "domain/identity/signing_key.hpp"
#include "failpoints/failpoint.hpp"

namespace paylink {
namespace {

// Two nodes that rotate at once take turns by locking the Workspace's row: the current key's row changes with a
// rotation. Rows that only refer to the Workspace are not blocked.
std::string hold_workspace_sql(dialect spoken) {
  return std::string{"SELECT row FROM workspaces WHERE id = :id"}.append(hold_row(spoken));
}

} // namespace

signing_keys::signing_keys(soci::session& session, dialect spoken, event_signer& signer, audit_writes& log)
    : signer_{signer}, log_{log}, find_{session, find_sql()}, hold_workspace_{session, hold_workspace_sql(spoken)},
      drop_previous_{session, "DELETE FROM signing_keys WHERE workspace_id = :workspace AND valid_until IS NOT NULL"},
      end_current_{session,
                   "UPDATE signing_keys SET valid_until = :end WHERE workspace_id = :workspace AND valid_until "
                   "IS NULL"},
      insert_{session, "INSERT INTO signing_keys (workspace_id, id, sealed, created_at) VALUES (:workspace, :id, "
                       ":sealed, :created_at)"} {}

const char* signing_keys::find_sql() {
  return "SELECT id, sealed, created_at, valid_until FROM signing_keys WHERE workspace_id = :workspace";
}

result<stored_signing_keys> signing_keys::find(find_statement& with, workspace_id in, timestamp now) {
  std::optional<stored_signing_key> current, previous;
  with.each(
      [&](const auto& columns) {
        const auto& [id, sealed, created_at, valid_until] = columns.fields;
        stored_signing_key key{id.value, sealed.value, from_millis(created_at.value)};
        if (valid_until.is_null()) {
          current = std::move(key);
        } else if (from_millis(valid_until.value) > now) {
          key.valid_until = from_millis(valid_until.value);
          previous = std::move(key);
        }
      },
      in.view());
  if (!current) return errc::not_found;
  return stored_signing_keys{std::move(*current), std::move(previous)};
}

void signing_keys::begin(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                         timestamp created_at) {
  insert(workspace, key_id, sealed, created_at);
}

result<stored_signing_keys> signing_keys::carry_out(const rotate_signing_key& command, const moment& when) {
  if (!hold_workspace_.first(command.workspace.view())) return errc::not_found;
  const auto before = find(find_, command.workspace, when.now);
  if (!before) return before.error();
  if (before->current.id == command.key_id) return *before;
  if (before->previous && before->previous->id == command.key_id) return errc::conflict;
  drop_previous_.run(command.workspace.view());
  PAYLINK_FAILPOINT(after_previous_key_dropped);
  end_current_.run(to_millis(when.now + previous_signing_key_life), command.workspace.view());
  PAYLINK_FAILPOINT(after_current_key_ended);
  insert(command.workspace, command.key_id, command.sealed, when.now);
  log_.note(command.by, {command.workspace.view(), "signing_key.rotated", command.key_id}, when.now);
  auto after = find(find_, command.workspace, when.now);
  if (!after) return after.error();
  return std::move(*after);
}

result<no_reply> signing_keys::carry_out(const note_shown_keys& command, const moment& when) {
  log_.note(command.by, {command.workspace.view(), "signing_key.shown", command.workspace.view()}, when.now);
  return no_reply{};
}

void signing_keys::insert(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                          timestamp created_at) {
  // A key that does not open at its place would stop every event of the Workspace, so it is opened before it is stored.
  signer_.sign(workspace, key_id, sealed, {});
  insert_.run(workspace.view(), key_id, sealed, to_millis(created_at));
}

} // namespace paylink
