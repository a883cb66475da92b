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

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(id), visitor(workspace), visitor(user), visitor(email), visitor(name), visitor(held), visitor(status);
    visitor(created_at);
  }
  member read() const;
};

/// An invitation into a Workspace.
struct invitation_row {
  static constexpr std::string_view columns =
      "i.id, i.workspace_id, i.email, i.role, i.invited_by, i.status, i.created_at, i.expires_at";

  sql_text id, workspace, email, offered, invited_by, status;
  sql_number created_at, expires_at;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(id), visitor(workspace), visitor(email), visitor(offered), visitor(invited_by), visitor(status);
    visitor(created_at), visitor(expires_at);
  }
  invitation read() const;
};

} // namespace paylink
