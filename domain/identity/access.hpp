#pragma once
#include "domain/identity/creator.hpp"
#include "domain/values/ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// What a caller may do in a Workspace; a set is an OR of these bits.
enum class permission : std::uint32_t {
  none = 0,
  workspaces_read = 1 << 0,
  workspaces_write = 1 << 1,
  workspaces_delete = 1 << 2,
  workspaces_members = 1 << 3,
  bank_accounts_read = 1 << 4,
  bank_accounts_write = 1 << 5,
  bank_accounts_delete = 1 << 6,
  webhooks_read = 1 << 7,
  webhooks_write = 1 << 8,
  webhooks_delete = 1 << 9,
  payment_links_read = 1 << 10,
  payment_links_write = 1 << 11,
};

using permission_set = std::uint32_t;

/// From the one that holds most to the one that holds least.
enum class role { owner, admin, member, viewer };

/// Whether holding the role is more than working in a Workspace: it governs people, accounts or keys.
constexpr bool is_above_member(role held) { return held == role::owner || held == role::admin; }

/// The permissions of a role.
permission_set permissions_of(role held);

constexpr bool holds(permission_set set, permission wanted) {
  return (set & static_cast<std::uint32_t>(wanted)) == static_cast<std::uint32_t>(wanted);
}

/// `payment_links:write` and so on.
std::string_view to_text(permission value);
std::optional<permission> parse_permission(std::string_view text);
std::string_view to_text(role value);
std::optional<role> parse_role(std::string_view text);

/// A token's grant in a Workspace, with its owner's current membership there.
struct grant {
  permission_set given = 0;
  std::optional<role> held; ///< The owner's role; none: not a member.
  bool is_active_member = false;
  bool is_active_user = false;
};

/// What the token may do there: its permissions, limited to those of its owner's current role.
permission_set effective_permissions(const grant& of);

/// How long a token is valid.
struct token_life {
  timestamp expires_at;
  bool is_revoked = false;
};
bool counts(const token_life& token, timestamp now);

/// The caller, with its permissions in the Workspace that the path names (none if it is not the caller's).
struct caller {
  user_id user;
  token_id token; ///< Empty for a signed-in session.
  permission_set permissions = 0;
  std::optional<role> held{};            ///< The user's role there; none: not an active member.
  session_id session{};                  ///< Empty for a token.
  std::optional<timestamp> seen_at{};    ///< Its last use that is stored.
  timestamp confirmed_at{};              ///< Of a session: when its user last gave a password.
  permission_set used_today = 0;         ///< Of a token: whose use is noted for the day of `seen_at`.
  std::string networks{};                ///< From which alone the token is taken; empty: all.
  std::optional<timestamp> refused_at{}; ///< When the audit log last told that it came from elsewhere.
  bool lacks_second_factor = false; ///< The Workspace requires one of the user, who has none: nothing is permitted.

  bool is_session() const { return !session.empty(); }
  /// The token, or the user of a session.
  creator as_creator() const;
  /// The name under which its calls are counted and its idempotency keys kept.
  std::string_view name() const { return is_session() ? user.view() : token.view(); }
};

} // namespace paylink
