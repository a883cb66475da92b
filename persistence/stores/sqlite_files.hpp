#pragma once
#include "persistence/stores/descriptor.hpp"

#include <filesystem>

namespace paylink {

/// Keeps other processes from opening an SQLite file as a database, as long as it lives. Not the `sqlite3` tool.
class sqlite_file_lock {
public:
  /// Creates `FILE.lock`, beside the file that a link leads to, if it is missing. Throws `database_error` if another
  /// process has the file open.
  explicit sqlite_file_lock(const std::filesystem::path& file);

private:
  descriptor lock_;
};

/// Copies a database that no process has open, with the commits that are only in its `-wal` and without those that its
/// `-journal` rolls back, into one new file that only its owner may read. Changes and creates nothing beside `from`.
/// Throws `database_error`, or `std::filesystem::filesystem_error`, that names it.
void copy_sqlite_file(const std::filesystem::path& from, const std::filesystem::path& into);

/// Moves the commits of the `-wal` of a database that no process has open into its file, which is then the whole
/// database, and syncs it. Throws `database_error`; nothing is lost then, but the files still belong together.
void complete_sqlite_file(const std::filesystem::path& file);

} // namespace paylink
