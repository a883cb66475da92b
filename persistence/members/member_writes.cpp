#include "persistence/members/member_writes.hpp"

namespace paylink {
namespace {

std::string find_member_sql(dialect spoken) {
  return "SELECT " + std::string{member_row::columns} + std::string{member_row::tables} +
         "WHERE m.workspace_id = :workspace AND m.user_id = :user" +
         (spoken == dialect::postgresql ? " FOR UPDATE OF m" : "");
}

std::string described(role held) { return R"({"role":")" + std::string{to_text(held)} + "\"}"; }

} // namespace

member_writes::member_writes(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, find_{session, find_member_sql(spoken)},
      set_role_{session, "UPDATE memberships SET role = :role WHERE id = :id"},
      end_{session, "UPDATE memberships SET status = 'left' WHERE id = :id"},
      end_all_{session, "UPDATE memberships SET status = 'left' WHERE workspace_id = :workspace"},
      insert_{session, "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES (:id, "
                       ":workspace, :user, :role, 'active', :now) ON CONFLICT DO NOTHING"},
      come_back_{session, "UPDATE memberships SET status = 'active', role = :role, created_at = :now WHERE id = :id"} {}

std::optional<member> member_writes::find(workspace_id in, user_id user) {
  if (!find_.first(in.view(), user.view())) return std::nullopt;
  return find_.out().read();
}

result<member> member_writes::carry_out(const change_role& command, const moment& when) {
  auto found = find(command.workspace, command.user);
  if (!found || !found->is_active) return errc::not_found;
  if (found->held == role::owner || command.given == role::owner) return errc::conflict;
  if (found->held == command.given) return *found;
  set_role_.run(to_text(command.given), found->id.view());
  log_.note(command.by,
            {command.workspace.view(), "member.role_changed", command.user.view(), described(found->held),
             described(command.given)},
            when.now);
  found->held = command.given;
  return *found;
}

result<no_reply> member_writes::carry_out(const remove_member& command, const moment& when) {
  const auto found = find(command.workspace, command.user);
  if (!found || !found->is_active) return errc::not_found;
  if (found->held == role::owner) return errc::conflict;
  end_.run(found->id.view());
  const bool leaves = command.by.by.type == audit_actor::kind::user && command.by.by.id == command.user.view();
  log_.note(command.by,
            {command.workspace.view(), leaves ? "member.left" : "member.removed", command.user.view(),
             described(found->held)},
            when.now);
  return no_reply{};
}

result<member> member_writes::join(const member& joining, const act& by, timestamp now) {
  auto found = find(joining.workspace, joining.user);
  if (found && found->is_active) return errc::conflict;
  if (found)
    come_back_.run(to_text(joining.held), to_millis(now), found->id.view());
  else if (insert_.run(joining.id.view(), joining.workspace.view(), joining.user.view(), to_text(joining.held),
                       to_millis(now)) == 0)
    throw write_conflict{}; // another node was first: this one sees it the next time
  found = find(joining.workspace, joining.user);
  log_.note(by, {joining.workspace.view(), "member.joined", joining.user.view(), {}, described(joining.held)}, now);
  return *found;
}

void member_writes::end_all(workspace_id in) { end_all_.run(in.view()); }

} // namespace paylink
