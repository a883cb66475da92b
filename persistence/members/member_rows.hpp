#pragma once
#include "domain/identity/member.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A member with the person's account.
struct member_row {
  static constexpr std::string_view columns =
      "m.id, m.workspace_id, m.user_id, u.email, u.name, m.role, m.status, m.created_at";
  static constexpr std::string_view tables = " FROM memberships m JOIN users u ON u.id = m.user_id ";

  sql_text id, workspace, user, email, name, held, status;
  sql_number created_at;

  member read() const;
};

/// An invitation into a Workspace.
struct invitation_row {
  static constexpr std::string_view columns =
      "i.id, i.workspace_id, i.email, i.role, i.invited_by, i.status, i.created_at, i.expires_at";

  sql_text id, workspace, email, offered, invited_by, status;
  sql_number created_at, expires_at;

  invitation read() const;
};

/// Whether a membership with this role lets a person invite others.
bool may_invite(std::string_view stored_role);

/// An invitation with the Workspace and the person whose it is, as they are now.
struct invitation_offer_row {
  static constexpr std::string_view columns = "w.name, u.name, m.role";
  static constexpr std::string_view tables =
      " FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.deleted_at IS NULL JOIN users u ON u.id = "
      "i.invited_by AND u.status = 'active' JOIN memberships m ON m.workspace_id = i.workspace_id AND m.user_id = "
      "i.invited_by AND m.status = 'active' ";

  invitation_row one;
  sql_text workspace_name, inviter_name, inviter_role;

  invitation_offer read() const;
};

} // namespace paylink
