#pragma once
#include "domain/identity/member.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A member with the person's account.
struct member_row {
  static constexpr std::string_view tables = " FROM memberships m JOIN users u ON u.id = m.user_id ";

  text_column<"m.id"> id;
  text_column<"m.workspace_id"> workspace;
  text_column<"m.user_id"> user;
  text_column<"u.email"> email;
  text_column<"u.name"> name;
  text_column<"m.role"> held;
  text_column<"m.status"> status;
  number_column<"m.created_at"> created_at;

  member read() const;
};

/// An invitation into a Workspace.
struct invitation_row {
  text_column<"i.id"> id;
  text_column<"i.workspace_id"> workspace;
  text_column<"i.email"> email;
  text_column<"i.role"> offered;
  text_column<"i.invited_by"> invited_by;
  text_column<"i.status"> status;
  number_column<"i.created_at"> created_at;
  number_column<"i.expires_at"> expires_at;

  invitation read() const;
};

/// Whether a membership with this role lets a person invite others.
bool may_invite(std::string_view stored_role);

/// An invitation with the Workspace and the person whose it is, as they are now.
struct invitation_offer_row {
  static constexpr std::string_view tables =
      " FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.deleted_at IS NULL JOIN users u ON u.id = "
      "i.invited_by AND u.status = 'active' JOIN memberships m ON m.workspace_id = i.workspace_id AND m.user_id = "
      "i.invited_by AND m.status = 'active' ";

  invitation_row one;
  text_column<"w.name"> workspace_name;
  text_column<"u.name"> inviter_name;
  text_column<"m.role"> inviter_role;

  invitation_offer read() const;
};

} // namespace paylink
