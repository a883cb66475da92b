#pragma once
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Opens a PostgreSQL database, as durable as the server is configured. Throws `database_error`.
std::unique_ptr<database> open_postgresql_database(const std::string& url, schema_use schema = schema_use::migrated);

/// The connections of its stores, to a migrated database; they throw SOCI's errors. `address` comes from
/// `postgresql_address`; `name` is the connection's unique name, under which its commits are counted.
std::unique_ptr<writer_connection> connect_postgresql_writer(const std::string& address, const std::string& name,
                                                             replication_policy replication = replication_policy::off);
std::unique_ptr<soci::session> connect_postgresql_reader(const std::string& address);

} // namespace paylink
