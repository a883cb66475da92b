#pragma once
#include "persistence/store.hpp"

namespace paylink {

/// Opens a database of PostgreSQL: durable as the server is set, migrated. Throws `database_error`.
std::unique_ptr<database> open_postgresql_database(const std::string& url);

} // namespace paylink
