#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/identity/access.hpp"
#include "domain/values/ids.hpp"

#include <optional>
#include <string>

namespace paylink {

/// A person in a Workspace.
struct member {
  membership_id id;
  workspace_id workspace;
  user_id user;
  std::string email, name;
  role held = role::viewer;
  bool is_active = true; ///< Otherwise the person has left, or was removed.
  timestamp created_at{};
};

enum class invitation_status { pending, accepted, cancelled, expired };
std::string_view to_text(invitation_status value);
std::optional<invitation_status> parse_invitation_status(std::string_view text);

/// A person is asked to join a Workspace.
struct invitation {
  invitation_id id;
  workspace_id workspace;
  std::string email;
  role offered = role::viewer;
  user_id invited_by;
  invitation_status status = invitation_status::pending; ///< As stored: see `status_at`.
  timestamp created_at{}, expires_at{};
};

/// An invitation that can be accepted, as its link's page names it.
struct invitation_offer {
  invitation record;
  std::string workspace_name, inviter_name;
};

/// How many invitations a person may send in a day, by the age of the account: what they say is the sender's, and they
/// go to anybody.
int invitations_a_day(std::chrono::milliseconds age_of_account);

/// A pending invitation has expired once its time is over.
invitation_status status_at(const invitation& one, timestamp now);

/// A role that can be given: everyone's but the Owner's, which stays with the creator. Absent: not given.
std::optional<field_fault> check_given_role(const std::optional<std::string>& role);

} // namespace paylink
