#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

#include <soci/soci.h>

namespace paylink {

/// Inspects a database over a connection; changes nothing. Throws SOCI's errors.
found_database read_identity(soci::session& session, dialect spoken);

/// `look_at_database` for the two kinds; none of them makes or changes anything.
found_database look_at_sqlite_database(const std::filesystem::path& file);
found_database look_at_postgresql_database(const std::string& url);

} // namespace paylink
