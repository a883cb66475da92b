#include "persistence/members/member_rows.hpp"

namespace paylink {

member member_row::read() const {
  return {.id = membership_id::from_store(id.view()),
          .workspace = workspace_id::from_store(workspace.view()),
          .user = user_id::from_store(user.view()),
          .email = email.value,
          .name = name.value,
          .held = parse_role(held.view()).value_or(role::viewer),
          .is_active = status.view() == "active",
          .created_at = from_millis(created_at.value)};
}

invitation invitation_row::read() const {
  return {.id = invitation_id::from_store(id.view()),
          .workspace = workspace_id::from_store(workspace.view()),
          .email = email.value,
          .offered = parse_role(offered.view()).value_or(role::viewer),
          .invited_by = user_id::from_store(invited_by.view()),
          .status = parse_invitation_status(status.view()).value_or(invitation_status::cancelled),
          .created_at = from_millis(created_at.value),
          .expires_at = from_millis(expires_at.value)};
}

bool may_invite(std::string_view stored_role) {
  const auto held = parse_role(stored_role);
  return held && holds(permissions_of(*held), permission::workspaces_members);
}

invitation_offer invitation_offer_row::read() const {
  return {one.read(), std::string{workspace_name.view()}, std::string{inviter_name.view()}};
}

} // namespace paylink
