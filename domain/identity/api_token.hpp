#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/identity/access.hpp"

#include <map>
#include <string>
#include <vector>

namespace paylink {

/// What a token may do in one Workspace, as it was given.
struct token_grant {
  workspace_id workspace;
  permission_set permissions = 0;
  bool operator==(const token_grant&) const = default;
};

enum class token_status { active, expired, revoked };

/// An API token, without its secret.
struct api_token {
  std::int64_t row = 0;
  token_id id;
  user_id user; ///< Who created it.
  std::string name, last4;
  std::string networks; ///< The prefixes from which alone it is taken, with spaces between them; empty: all.
  timestamp created_at{}, expires_at{};
  bool is_revoked = false;
  std::optional<timestamp> last_used_at{}; ///< To the minute.
  std::string last_used_address{};
  std::vector<token_grant> grants{};
  permission_set unused{}; ///< Given, and not used for `unused_after`.
};

/// `active`, `expired`, `revoked`.
std::string_view to_text(token_status value);
token_status status_of(const api_token& token, timestamp now);

inline constexpr std::chrono::hours token_life_min{1};
/// A year after `now`: the same day and time of the next year.
timestamp latest_token_end(timestamp now);

/// A permission that was not used for so long is pointed out.
inline constexpr std::chrono::days unused_after{90};
/// So many days before its end, a token's creator is told.
inline constexpr int token_warning_days[]{1, 7, 14};

inline constexpr std::size_t token_grants_max = 50;
inline constexpr std::size_t token_networks_max = 20;

/// What a person gives for a token, or to change one; absent: not given.
struct token_request {
  struct grant {
    std::optional<std::string> workspace;
    std::optional<std::vector<std::string>> permissions;
  };
  std::optional<std::string> name, expires_at;
  std::optional<std::vector<std::string>> networks;
  std::optional<std::vector<grant>> workspaces;
};

/// The values of a request, of which those without a fault are valid.
struct checked_token {
  std::string name, networks;
  timestamp expires_at{};
  std::vector<token_grant> grants{};
  field_faults faults{};
};

/// Where a user is an active member.
using held_roles = std::map<workspace_id, role>;

/// Checks a request for a new token of a user with these roles.
checked_token check_new_token(const token_request& request, const held_roles& held, timestamp now);
/// The same for the change of a token: what is not given is not checked.
checked_token check_token_change(const token_request& request, const held_roles& held);

/// Whether an address is in one of the networks, which are separated by spaces; no networks: every address is.
bool is_taken_from(std::string_view networks, std::string_view address);

/// The words of a set, in their order.
std::vector<std::string_view> words_of_set(permission_set set);
/// Each permission of a set as a set of its own.
std::vector<permission_set> single_permissions(permission_set set);

/// The day of a use, since 1970.
std::int64_t day_of(timestamp time);

} // namespace paylink
