#pragma once
#include "domain/changes/change.hpp"
#include "persistence/store.hpp"

#include <vector>

namespace paylink {

/// Appends what a write has changed of what people look at; nothing if it failed.
void append_changes(const write_command& command, const result<write_reply>& outcome, std::vector<change>& to);

/// Whether a write may have ended a session or taken a role.
bool may_end_access(const write_command& command);

} // namespace paylink
