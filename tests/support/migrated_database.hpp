#pragma once
#include <filesystem>
#include <string>

namespace paylink::test {

class postgresql_server;

/// Makes an empty database of the current schema at `file`, which does not exist yet: a copy of one that this program
/// has migrated once. Returns its URL. Throws what `open_database` throws, std::filesystem::filesystem_error.
std::string make_migrated_sqlite(const std::filesystem::path& file);

/// The same in `server`, as the database `name`: a copy of the database `migrated` there, which the first call makes.
/// No two threads at once. Throws std::runtime_error too.
std::string make_migrated_postgresql(postgresql_server& server, const std::string& name);
/// Drops it, also while it is in use.
void drop_postgresql(const postgresql_server& server, const std::string& name);

} // namespace paylink::test
