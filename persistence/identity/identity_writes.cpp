#include "persistence/identity/identity_writes.hpp"

#include "persistence/sql/maker_reply.hpp"

namespace paylink {
namespace {

// What it was decides whether the log tells of it: another node may be reactivating it.
std::string status_of_sql(dialect spoken) {
  return std::string{"SELECT status FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(hold_row(spoken));
}

} // namespace

identity_writes::identity_writes(soci::session& session, dialect spoken, signing_keys& keys, audit_writes& log)
    : keys_{keys}, log_{log}, find_user_{session, "SELECT row FROM users WHERE id = :id"},
      insert_user_{session,
                   "INSERT INTO users (id, email, name, password_hash, plan, language, status, created_at) VALUES "
                   "(:id, :email, :name, :hash, :plan, :language, 'active', :now) ON CONFLICT DO NOTHING"},
      add_period_{session, "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:id, :now, :plan)"},
      insert_workspace_{session,
                        "INSERT INTO workspaces (id, owner_id, name, description, entity_type, banking_mode, "
                        "status, language, created_at) VALUES (:id, :owner, :name, :description, :entity, :mode, "
                        ":status, :language, :created_at) ON CONFLICT DO NOTHING"},
      insert_owner_{session,
                    "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES (:id, "
                    ":workspace, :user, 'owner', 'active', :created_at)"},
      status_of_{session, status_of_sql(spoken)},
      suspend_{session, "UPDATE workspaces SET status = 'suspended', suspensions = suspensions + 1 WHERE id = :id AND "
                        "deleted_at IS NULL"} {}

result<no_reply> identity_writes::carry_out(const create_user& command, const moment& when) {
  if (insert_user_.run(command.id.view(), command.email, command.name, command.password_hash, command.plan,
                       to_text(command.lang), to_millis(when.now)) == 1) {
    add_period_.run(command.id.view(), to_millis(when.now), command.plan);
    return no_reply{};
  }
  return done_or(errc::conflict, find_user_.first(command.id.view()));
}

result<no_reply> identity_writes::carry_out(const create_workspace& command, const moment&) {
  const auto& made = command.record;
  if (!find_user_.first(made.owner.view())) return errc::not_found;
  const auto created_at = to_millis(made.created_at);
  if (insert_workspace_.run(made.id.view(), made.owner.view(), made.name, made.description, to_text(made.entity),
                            to_text(made.mode), to_text(made.status), to_text(made.lang), created_at) == 0)
    return no_reply{};
  insert_owner_.run(command.owner_membership.view(), made.id.view(), made.owner.view(), created_at);
  keys_.begin(made.id, command.signing_key_id, command.sealed_signing_key, made.created_at);
  return no_reply{};
}

result<no_reply> identity_writes::carry_out(const suspend_workspace& command, const moment& when) {
  const bool was_active = status_of_.first(command.workspace.view()) && status_of_.column<0>().view() == "active";
  if (suspend_.run(command.workspace.view()) == 0) return errc::not_found;
  if (was_active)
    log_.note(command.by, {command.workspace.view(), "workspace.suspended", command.workspace.view()}, when.now);
  return no_reply{};
}

} // namespace paylink
