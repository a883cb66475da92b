#pragma once
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Opens a database of PostgreSQL: durable as the server is set. Throws `database_error`.
std::unique_ptr<database> open_postgresql_database(const std::string& url, schema_use schema = schema_use::migrated);

/// The connections that its stores are made of, to a database that is migrated; they throw SOCI's errors. `address` is
/// what `postgresql_address` has made; `name` is the connection's, under which its commits are counted: no
/// other one, of any process, has it.
std::unique_ptr<writer_connection> connect_postgresql_writer(const std::string& address, const std::string& name,
                                                             replication_policy replication = replication_policy::off);
std::unique_ptr<soci::session> connect_postgresql_reader(const std::string& address);

} // namespace paylink
