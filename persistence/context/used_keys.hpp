#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// What an idempotency key was used for, until it expires.
std::optional<used_key> find_use_of_key(connection& db, const idempotency_key& key, workspace_id in, timestamp now);
/// Stores it, in the transaction of what was done with the key. Deletes a few expired keys for each new one, so that
/// their number follows their use.
void note_use_of_key(connection& db, const idempotency_key& key, workspace_id in, std::string_view subject,
                     timestamp now);

} // namespace paylink
