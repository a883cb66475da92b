#include "persistence/audit/audit_writes.hpp"
#include "persistence/keys/signing_keys.hpp"
#include "persistence/sql/maker_reply.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_number>(sql_text)> find_owner_sql{"SELECT row FROM users WHERE id = :id"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number)> insert_user_sql{
    "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) VALUES (:id, :email, "
    ":name, :hash, :plan, :language, 'active', :now) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_number, sql_text)> begin_plan_sql{
    "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:id, :now, :plan)"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number)>
    insert_workspace_sql{"INSERT INTO workspaces (id, owner_id, name, description, entity_type, banking_mode, status, "
                         "language, created_at) VALUES (:id, :owner, :name, :description, :entity, :mode, :status, "
                         ":language, :created_at) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number)> insert_owner_sql{
    "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES (:id, :workspace, :user, "
    "'owner', 'active', :created_at)"};

// What it was decides whether the log tells of it: another node may be reactivating it.
const sql_statement<sql_row<sql_text>(sql_text)> workspace_status_sql{[](dialect spoken) {
  return "SELECT status FROM workspaces WHERE id = :id AND deleted_at IS NULL" + std::string{hold_row(spoken)};
}};

const sql_statement<void(sql_text)> suspend_workspace_sql{
    "UPDATE workspaces SET status = 'suspended', suspensions = suspensions + 1 WHERE id = :id AND deleted_at IS NULL"};

} // namespace

result<no_reply> carry_out(writing& at, const create_user& command) {
  if (at.db[insert_user_sql].run(command.id.view(), command.email, command.name, command.password_hash, command.plan,
                                 to_text(command.lang), to_millis(at.when.now)) == 1) {
    at.db[begin_plan_sql].run(command.id.view(), to_millis(at.when.now), command.plan);
    return no_reply{};
  }
  return done_or(errc::conflict, at.db[find_owner_sql].first(command.id.view()));
}

result<no_reply> carry_out(writing& at, const create_workspace& command) {
  const auto& made = command.record;
  if (!at.db[find_owner_sql].first(made.owner.view())) return errc::not_found;
  const auto created_at = to_millis(made.created_at);
  if (at.db[insert_workspace_sql].run(made.id.view(), made.owner.view(), made.name, made.description,
                                      to_text(made.entity), to_text(made.mode), to_text(made.status),
                                      to_text(made.lang), created_at) == 0)
    return no_reply{};
  at.db[insert_owner_sql].run(command.owner_membership.view(), made.id.view(), made.owner.view(), created_at);
  store_signing_key(at, made.id, command.signing_key_id, command.sealed_signing_key, made.created_at);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const suspend_workspace& command) {
  auto& status = at.db[workspace_status_sql];
  const bool was_active = status.first(command.workspace.view()) && status.column<0>().view() == "active";
  if (at.db[suspend_workspace_sql].run(command.workspace.view()) == 0) return errc::not_found;
  if (was_active)
    at.audit.note(command.by, {command.workspace.view(), "workspace.suspended", command.workspace.view()}, at.when.now);
  return no_reply{};
}

} // namespace paylink
