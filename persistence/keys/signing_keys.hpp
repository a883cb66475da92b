#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// Stores a Workspace's new key, which becomes its current one: of a Workspace that has none.
void store_signing_key(writing& at, workspace_id workspace, std::string_view key_id, std::string_view sealed,
                       timestamp created_at);

} // namespace paylink
