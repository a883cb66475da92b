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

/// What sealing anew came to.
struct resealing {
  std::int64_t changed = 0;                ///< Values that are sealed with the current key now.
  std::int64_t unreadable = 0;             ///< Values that could not be opened, and stay as they are; each is logged.
  std::vector<std::string> unknown_keys{}; ///< Ids of keys that sealed some of them and are not in the file.
};

/// Whether the master keys are those of the database: its canary opens. A database without one gets it, unless
/// something in it does not open. What an unfinished rotation left is then sealed with the current key. Throws
/// std::runtime_error that names the file and says what to do; a file that this start has made is removed again.
void require_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random);

/// Seals everything anew that is not sealed with the current key, a few values in a transaction, until nothing is left.
/// Throws std::runtime_error when the database cannot be written; the next call goes on from there.
resealing reseal_all(const sealed_rows& rows, const master_keys& keys, random_source& random);

/// Makes a new master key, the current one from now on, and seals everything anew with it. The old keys stay in the
/// file. Throws std::runtime_error.
resealing rotate_master_key(const sealed_rows& rows, master_keys& keys, random_source& random);

/// Removes all keys but the current one from the file, once nothing is sealed with them, and tells how many. Throws
/// std::runtime_error, and no key is removed, when something that they have sealed is left.
std::size_t remove_old_master_keys(const sealed_rows& rows, master_keys& keys, random_source& random);

} // namespace paylink
