#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// A person joins with a role; one who comes back has the same membership as before. `conflict`: the person is a
/// member.
result<member> add_member(writing& at, const member& joining, const act& by);
/// Everybody loses access, the Owner too.
void end_memberships(writing& at, workspace_id in);

/// What the digest belongs to, while it can be accepted: it ends with its inviter's right to invite, or else an Admin
/// who is removed comes back by a link that was mailed before. Its Workspace is not deleted until the transaction
/// ends.
std::optional<invitation> find_pending_invitation(writing& at, std::string_view digest);
/// A new or known person takes it up. `conflict`: the person is a member.
result<member> take_invitation(writing& at, const invitation& taken, const member& joining, const act& by);
/// Nobody can accept those that are pending.
void end_invitations(writing& at, workspace_id in);

} // namespace paylink
