#pragma once
#include "api/changes/change_board.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Whether a watcher may look on: the session lasts, and its user has a role in the Workspace. It is not used by that.
/// True too while the database does not answer: nothing changes then.
bool may_look_on(const change_watcher& watcher, read_store& rows, const session_limits& limits, timestamp now);

} // namespace paylink
