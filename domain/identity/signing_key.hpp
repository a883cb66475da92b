#pragma once
#include "domain/identity/access.hpp"

#include <chrono>

namespace paylink {

/// How long the key before the current one can still verify what was signed with it.
inline constexpr std::chrono::hours previous_signing_key_life{24};

/// The way by which somebody asks for a signing key.
enum class entrance { console_session, api_token, command_line };

/// Whether somebody may see a Workspace's signing keys and make a new one: an Owner or Admin whose membership is
/// active, signed in to the console. Nobody else, and by no other way.
bool may_handle_signing_key(entrance by, role held, bool is_active_member);

} // namespace paylink
