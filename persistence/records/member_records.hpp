#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/identity/member.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/mail_records.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <string>
#include <string_view>

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
result<member> carry_out(writing& at, const change_role& command);

/// Ends a membership. `not_found`; `conflict`: the Owner.
struct remove_member {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  user_id user;
  act by;
};
result<no_reply> carry_out(writing& at, const remove_member& command);

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
result<made_invitation> carry_out(writing& at, const invite_member& command);

/// `not_found`; `conflict`: it was accepted or cancelled before.
struct cancel_invitation {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  invitation_id id;
  act by;
};
result<no_reply> carry_out(writing& at, const cancel_invitation& command);

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
result<member> carry_out(writing& at, const accept_invitation& command);

using member_verbs = verbs<change_role, remove_member, invite_member, cancel_invitation, accept_invitation>;

/// A page of the people or of the invitations of a Workspace.
struct people_filter {
  bool ascending = false;
  int limit = 20;
  std::string after{}; ///< The id of the last row of the page before; empty: the first page.
};

struct list_members {
  workspace_id in;
  const people_filter& filter;
};
page<member> answer(reading& at, const list_members& wanted);

struct list_invitations {
  workspace_id in;
  const people_filter& filter;
};
page<invitation> answer(reading& at, const list_invitations& wanted);

struct find_invitation {
  workspace_id in;
  invitation_id id;
};
result<invitation> answer(reading& at, const find_invitation& wanted);

/// The invitation of a mailed token, by its digest. `not_found`: none that can be accepted.
struct find_invitation_offer {
  std::string_view digest;
  timestamp now;
};
result<invitation_offer> answer(reading& at, const find_invitation_offer& wanted);

} // namespace paylink
