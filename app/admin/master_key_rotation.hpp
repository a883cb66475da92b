#pragma once
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <functional>

namespace paylink {

/// The database as a rotation sees it: a running node's writer with a reader beside it, or an opened database.
struct sealed_rows {
  read_store& reader;
  std::function<result<write_reply>(write_command)> apply;
};

/// The place that a stored value is bound to, for opening it.
std::string place_of(const sealed_value& value);

/// The result of re-sealing.
struct resealing {
  std::int64_t changed = 0;                ///< Values that were re-sealed with the current key.
  std::int64_t unreadable = 0;             ///< Values that could not be opened and stay as they are; each is logged.
  std::vector<std::string> unknown_keys{}; ///< Ids of their keys that are not in the file.
};

/// Checks that the master keys belong to the database: they open its canary. A database without a canary gets one,
/// unless a value in it does not open. Then completes an unfinished rotation. Throws std::runtime_error that names the
/// file and says what to do; a file that this start has created is removed again.
void require_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random);

/// Re-seals everything that is not sealed with the current key, a few values per transaction, until none are left.
/// Throws std::runtime_error if the database cannot be written; the next call continues from there.
resealing reseal_all(const sealed_rows& rows, const master_keys& keys, random_source& random);

/// Creates a new master key, makes it the current one, and re-seals everything with it. The old keys stay in the file.
/// Throws std::runtime_error.
resealing rotate_master_key(const sealed_rows& rows, master_keys& keys, random_source& random);

/// Removes all keys except the current one from the file, once nothing is sealed with them, and returns how many.
/// Throws std::runtime_error, and removes none, if something is still sealed with them.
std::size_t remove_old_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random);

} // namespace paylink
