#pragma once
#include "domain/identity/workspace.hpp"
#include "persistence/records/verb.hpp"

#include <string>
#include <utility>
#include <vector>

/// The stores' records about users, Workspaces and tokens.
namespace paylink {

/// Suspends a Workspace; a reactivation in progress ends. Later entries in the same batch see this. `not_found`.
struct suspend_workspace {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
};

/// A new API token (its digest) for an existing user. `not_found` (user, Workspace), `conflict`.
struct create_token {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  std::string digest; ///< SHA-256 of the token, lowercase hex.
  std::string last4;
  std::string name;
  timestamp expires_at;
  std::vector<std::pair<workspace_id, std::uint32_t>> permissions; ///< `permission_set` for each Workspace.
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

using identity_verbs = verbs<suspend_workspace, create_token, create_user, create_workspace>;

} // namespace paylink
