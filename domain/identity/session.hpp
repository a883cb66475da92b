#pragma once
#include "domain/values/ids.hpp"

#include <string>

namespace paylink {

/// How long a session lasts, and how long it may be unused.
struct session_limits {
  std::chrono::milliseconds idle = std::chrono::hours{2};
  std::chrono::milliseconds life = std::chrono::hours{24};
};

/// Uses of a session or a token are noted to the minute.
inline constexpr std::chrono::minutes use_noted_every{1};

/// How long what a thief of a session must not do is open after the user has given the password again.
inline constexpr std::chrono::minutes confirmation_life{5};

/// A person's sign-in on one device.
struct user_session {
  session_id id;
  std::string address; ///< Where it was opened.
  std::string agent;   ///< The browser, as it identifies itself.
  timestamp created_at, seen_at, expires_at;
};

/// Whether a session that was last seen and ends then is still valid.
constexpr bool counts(timestamp seen_at, timestamp expires_at, const session_limits& limits, timestamp now) {
  return now < expires_at && now - seen_at < limits.idle + use_noted_every;
}

} // namespace paylink
