#pragma once
#include "domain/identity/access.hpp"

#include <chrono>

namespace paylink {

/// How long the previous key can still verify its signatures.
inline constexpr std::chrono::hours previous_signing_key_life{24};

/// The channel of a request for a signing key.
enum class entrance { console_session, api_token, command_line };

/// Whether a caller may see a Workspace's signing keys and create a new one: only an Owner or Admin with an active
/// membership, signed in to the console.
bool may_handle_signing_key(entrance by, role held, bool is_active_member);

} // namespace paylink
