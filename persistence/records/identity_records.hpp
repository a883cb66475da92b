#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/access.hpp"
#include "domain/identity/api_token.hpp"
#include "domain/identity/audit.hpp"
#include "domain/identity/workspace.hpp"
#include "persistence/records/verb.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The stores' records about users and Workspaces.
namespace paylink {

/// Suspends a Workspace; a reactivation in progress ends. Later entries in the same batch see this. `not_found`.
struct suspend_workspace {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  act by{};
};
result<no_reply> carry_out(writing& at, const suspend_workspace& command);

/// `conflict`.
struct create_user {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  user_id id;
  std::string email, name, password_hash, plan;
  language lang = language::vi;
};
result<no_reply> carry_out(writing& at, const create_user& command);

/// `not_found` (owner), `conflict`.
struct create_workspace {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  paylink::workspace record;
  membership_id owner_membership;
  std::string signing_key_id;
  std::string sealed_signing_key;
};
result<no_reply> carry_out(writing& at, const create_workspace& command);

using identity_verbs = verbs<suspend_workspace, create_user, create_workspace>;

/// A token's owner, and what the token may do in `workspace` now: its permissions there, limited to those of its
/// owner's current role. One indexed query. `authentication_error` for an unknown, expired or revoked token.
struct authorize_token {
  std::string_view digest, workspace;
  timestamp now;
};
result<caller> answer(reading& at, const authorize_token& wanted);

/// The Workspaces in which the caller may do what is needed now, by the same rule.
struct list_permitted_workspaces {
  const caller& who;
  permission needed;
};
std::vector<workspace_id> answer(reading& at, const list_permitted_workspaces& wanted);

/// Where a user is an active member, and as what.
struct roles_of {
  user_id user;
};
held_roles answer(reading& at, const roles_of& wanted);

struct find_workspace {
  workspace_id id;
};
result<workspace> answer(reading& at, const find_workspace& wanted);

} // namespace paylink
