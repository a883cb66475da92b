#pragma once
#include "api/changes/change_board.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The watchers that may not look on: their session has ended, or its user has no role in the Workspace. Looking does
/// not use the session. None while the database does not answer: nothing changes then.
std::vector<watcher_ptr> without_access(std::span<const watcher_ptr> watchers, read_store& rows,
                                        const session_limits& limits, timestamp now);

} // namespace paylink
