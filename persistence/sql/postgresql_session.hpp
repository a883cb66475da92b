#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <soci/soci.h>
#include <string>

namespace paylink {

/// A session as every use needs it: bounded waits, dead peers noticed on both sides, each commit durable. `address` is
/// what `postgresql_address` has made. Throws SOCI's errors.
std::unique_ptr<soci::session> connect_postgresql(const std::string& address);

/// The same for stores that read: they look for rows by their keys alone.
std::unique_ptr<soci::session> connect_postgresql_to_read(const std::string& address);

/// The same for the writer, whose statements are planned once.
std::unique_ptr<soci::session> connect_postgresql_to_write(const std::string& address);

/// The same for lists and searches: none of its statements takes longer. They are planned once, since what the planner
/// makes of single values in tables that it does not know can be a walk through all rows.
std::unique_ptr<soci::session> connect_postgresql_to_list(const std::string& address,
                                                          std::chrono::milliseconds time_max);

/// Throws `database_error` when two sessions of ours share a process of the server: a pooler stands between, and gives
/// each transaction to another of its connections, where neither settings nor prepared statements nor locks hold.
void refuse_transaction_pooling(const std::string& address);

} // namespace paylink
