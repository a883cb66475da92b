#include "persistence/keys/signing_keys.hpp"

#include "domain/identity/signing_key.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/reading.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_text, sql_number, sql_number>(sql_text)> find_signing_keys_sql{
    "SELECT id, sealed, created_at, valid_until FROM signing_keys WHERE workspace_id = :workspace"};

// Two nodes that rotate at once take turns by locking the Workspace's row: the current key's row changes with a
// rotation. Rows that only refer to the Workspace are not blocked.
const sql_statement<sql_row<sql_number>(sql_text)> hold_key_workspace_sql{
    [](dialect spoken) { return "SELECT row FROM workspaces WHERE id = :id" + std::string{hold_row(spoken)}; }};

const sql_statement<void(sql_text)> drop_previous_key_sql{
    "DELETE FROM signing_keys WHERE workspace_id = :workspace AND valid_until IS NOT NULL"};

const sql_statement<void(sql_number, sql_text)> end_current_key_sql{
    "UPDATE signing_keys SET valid_until = :end WHERE workspace_id = :workspace AND valid_until IS NULL"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number)> insert_signing_key_sql{
    "INSERT INTO signing_keys (workspace_id, id, sealed, created_at) VALUES (:workspace, :id, :sealed, :created_at)"};

result<stored_signing_keys> read_signing_keys(connection& db, workspace_id in, timestamp now) {
  std::optional<stored_signing_key> current, previous;
  db[find_signing_keys_sql].each(
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

} // namespace

void store_signing_key(writing& at, workspace_id workspace, std::string_view key_id, std::string_view sealed,
                       timestamp created_at) {
  // A key that does not open at its place would stop every event of the Workspace, so it is opened before it is stored.
  at.context.signer.sign(workspace, key_id, sealed, {});
  at.db[insert_signing_key_sql].run(workspace.view(), key_id, sealed, to_millis(created_at));
}

result<stored_signing_keys> carry_out(writing& at, const rotate_signing_key& command) {
  if (!at.db[hold_key_workspace_sql].first(command.workspace.view())) return errc::not_found;
  const auto before = read_signing_keys(at.db, command.workspace, at.when.now);
  if (!before) return before.error();
  if (before->current.id == command.key_id) return *before;
  if (before->previous && before->previous->id == command.key_id) return errc::conflict;
  at.db[drop_previous_key_sql].run(command.workspace.view());
  PAYLINK_FAILPOINT(after_previous_key_dropped);
  at.db[end_current_key_sql].run(to_millis(at.when.now + previous_signing_key_life), command.workspace.view());
  PAYLINK_FAILPOINT(after_current_key_ended);
  store_signing_key(at, command.workspace, command.key_id, command.sealed, at.when.now);
  at.audit.note(command.by, {command.workspace.view(), "signing_key.rotated", command.key_id}, at.when.now);
  return read_signing_keys(at.db, command.workspace, at.when.now);
}

result<no_reply> carry_out(writing& at, const note_shown_keys& command) {
  at.audit.note(command.by, {command.workspace.view(), "signing_key.shown", command.workspace.view()}, at.when.now);
  return no_reply{};
}

result<stored_signing_keys> answer(reading& at, const find_signing_keys& wanted) {
  return read_signing_keys(at.db, wanted.in, wanted.now);
}

} // namespace paylink
