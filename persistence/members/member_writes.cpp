#include "persistence/members/member_writes.hpp"

#include "persistence/audit/audit_writes.hpp"
#include "persistence/members/member_rows.hpp"

namespace paylink {
namespace {

std::string described(role held) { return R"({"role":")" + std::string{to_text(held)} + "\"}"; }

const sql_statement<member_row(sql_text, sql_text)> hold_membership_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<member_row>() + std::string{member_row::tables} +
         "WHERE m.workspace_id = :workspace AND m.user_id = :user" + choose(spoken, "", " FOR UPDATE OF m");
}};

const sql_statement<void(sql_text, sql_text)> set_role_sql{"UPDATE memberships SET role = :role WHERE id = :id"};

const sql_statement<void(sql_text)> end_membership_sql{"UPDATE memberships SET status = 'left' WHERE id = :id"};

const sql_statement<void(sql_text)> end_memberships_sql{
    "UPDATE memberships SET status = 'left' WHERE workspace_id = :workspace"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_number)> insert_membership_sql{
    "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES (:id, :workspace, :user, "
    ":role, 'active', :now) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_number, sql_text)> renew_membership_sql{
    "UPDATE memberships SET status = 'active', role = :role, created_at = :now WHERE id = :id"};

/// The membership with its lock; none if the person has none.
std::optional<member> hold_membership(writing& at, workspace_id in, user_id user) {
  auto& found = at.db[hold_membership_sql];
  if (!found.first(in.view(), user.view())) return std::nullopt;
  return found.out().read();
}

} // namespace

result<member> add_member(writing& at, const member& joining, const act& by) {
  auto found = hold_membership(at, joining.workspace, joining.user);
  if (found && found->is_active) return errc::conflict;
  if (found)
    at.db[renew_membership_sql].run(to_text(joining.held), to_millis(at.when.now), found->id.view());
  else if (at.db[insert_membership_sql].run(joining.id.view(), joining.workspace.view(), joining.user.view(),
                                            to_text(joining.held), to_millis(at.when.now)) == 0)
    throw write_conflict{}; // another node was first: this one sees it the next time
  found = hold_membership(at, joining.workspace, joining.user);
  at.audit.note(by, {joining.workspace.view(), "member.joined", joining.user.view(), {}, described(joining.held)},
                at.when.now);
  return *found;
}

void end_memberships(writing& at, workspace_id in) { at.db[end_memberships_sql].run(in.view()); }

result<member> carry_out(writing& at, const change_role& command) {
  auto found = hold_membership(at, command.workspace, command.user);
  if (!found || !found->is_active) return errc::not_found;
  if (found->held == role::owner || command.given == role::owner) return errc::conflict;
  if (found->held == command.given) return *found;
  at.db[set_role_sql].run(to_text(command.given), found->id.view());
  at.audit.note(command.by,
                {command.workspace.view(), "member.role_changed", command.user.view(), described(found->held),
                 described(command.given)},
                at.when.now);
  found->held = command.given;
  return *found;
}

result<no_reply> carry_out(writing& at, const remove_member& command) {
  const auto found = hold_membership(at, command.workspace, command.user);
  if (!found || !found->is_active) return errc::not_found;
  if (found->held == role::owner) return errc::conflict;
  at.db[end_membership_sql].run(found->id.view());
  const bool leaves = command.by.by.type == audit_actor::kind::user && command.by.by.id == command.user.view();
  at.audit.note(command.by,
                {command.workspace.view(), leaves ? "member.left" : "member.removed", command.user.view(),
                 described(found->held)},
                at.when.now);
  return no_reply{};
}

} // namespace paylink
