#include "persistence/sql/sqlite_library.hpp"

#include "logging/log.hpp"

#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink {

const soci::backend_factory& sqlite_sessions() {
  static const bool is_set_up = [] {
    // Each connection is used by one thread at a time, so SQLite's locks around every call are disabled; so are its
    // memory statistics, which cost a lock for every allocation.
    const bool done = sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD) == SQLITE_OK &&
                      sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
    if (!done) log::warning("store.sqlite_locks_kept", {{"reason", "something in this process used SQLite first"}});
    return done;
  }();
  static_cast<void>(is_set_up);
  return *soci::factory_sqlite3();
}

} // namespace paylink
