#pragma once
#include "domain/identity/audit.hpp"
#include "domain/identity/workspace.hpp"
#include "persistence/records/verb.hpp"

#include <string>

/// The stores' records about users and Workspaces.
namespace paylink {

/// Suspends a Workspace; a reactivation in progress ends. Later entries in the same batch see this. `not_found`.
struct suspend_workspace {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  act by{};
};

/// `conflict`.
struct create_user {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  user_id id;
  std::string email, name, password_hash, plan;
  language lang = language::vi;
};

/// `not_found` (owner), `conflict`.
struct create_workspace {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  paylink::workspace record;
  membership_id owner_membership;
  std::string signing_key_id;
  std::string sealed_signing_key;
};

using identity_verbs = verbs<suspend_workspace, create_user, create_workspace>;

} // namespace paylink
