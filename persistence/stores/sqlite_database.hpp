#pragma once
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

#include <filesystem>

namespace paylink {

struct sqlite_options {
  schema_use schema = schema_use::migrated;
  // Options for tests only.
  std::int64_t pages_max = 0;   ///< Of 4 KiB, after which the file counts as full; 0: only the disk limits it.
  int checkpoint_pages = 1'000; ///< Of the WAL, worth a checkpoint while nothing waits: about 4 MB.
};

/// Opens an SQLite file: locked against other processes, durable. Throws `database_error`.
std::unique_ptr<database> open_sqlite_database(const std::filesystem::path& file, const sqlite_options& options = {});

/// The connections of its stores, to a migrated file; they throw SOCI's errors.
std::unique_ptr<writer_connection> connect_sqlite_writer(const std::filesystem::path& file,
                                                         const sqlite_options& options, const wall_clock& clock);
std::unique_ptr<soci::session> connect_sqlite_reader(const std::filesystem::path& file);

} // namespace paylink
