#pragma once
#include "domain/identity/audit.hpp"
#include "domain/identity/member.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/mail_records.hpp"
#include "persistence/records/verb.hpp"

#include <string>

/// The stores' records about the people in a Workspace. Digests are SHA-256 in lowercase hex.
namespace paylink {

/// Gives a member another role. `not_found`; `conflict`: the Owner.
struct change_role {
  using reply = member;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  user_id user;
  role given = role::viewer;
  act by;
};

/// Ends a membership. `not_found`; `conflict`: the Owner.
struct remove_member {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  user_id user;
  act by;
};

struct made_invitation {
  invitation record;
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// Invites a person into a Workspace; an older invitation for the address ends. `not_found` (Workspace); `conflict`:
/// the address belongs to a member; `idempotency_key_reused`.
struct invite_member {
  using reply = made_invitation;
  static constexpr bool is_apart = true;
  invitation record; ///< Without its times.
  personal_mail mail;
  idempotency_key key{};
  act by;
};

/// `not_found`; `conflict`: it was accepted or cancelled before.
struct cancel_invitation {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  invitation_id id;
  act by;
};

/// A signed-in person accepts an invitation into a Workspace. `not_found`: it is used up, over, none, or another's, or
/// who has invited may not any more; `conflict`: the person is a member.
struct accept_invitation {
  using reply = member;
  static constexpr bool is_apart = true;
  std::string digest;
  user_id user;
  membership_id membership; ///< Used unless the person was a member before.
  act by;
};

using member_verbs = verbs<change_role, remove_member, invite_member, cancel_invitation, accept_invitation>;

/// A page of the people or of the invitations of a Workspace.
struct people_filter {
  bool ascending = false;
  int limit = 20;
  std::string after{}; ///< The id of the last row of the page before; empty: the first page.
};

} // namespace paylink
