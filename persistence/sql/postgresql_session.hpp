#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <soci/soci.h>
#include <string>

namespace paylink {

/// A session with the common settings: bounded waits, dead peers noticed on both sides, each commit durable. `address`
/// comes from `postgresql_address`. Throws SOCI's errors.
std::unique_ptr<soci::session> connect_postgresql(const std::string& address);

/// The same for stores that read: they look up rows only by their keys.
std::unique_ptr<soci::session> connect_postgresql_to_read(const std::string& address);

/// The same for the writer, whose statements are planned once.
std::unique_ptr<soci::session> connect_postgresql_to_write(const std::string& address);

/// The same for lists and searches: no statement takes longer than this. They are planned once, since for actual values
/// in tables without statistics the planner may choose to read all rows.
std::unique_ptr<soci::session> connect_postgresql_to_list(const std::string& address,
                                                          std::chrono::milliseconds time_max);

/// The same for checks of the whole database: portion by portion along indexes, planned once.
std::unique_ptr<soci::session> connect_postgresql_to_check(const std::string& address);

/// Throws `database_error` if two of our sessions share a server process: then a pooler runs each transaction on a
/// different connection, where settings, prepared statements and locks do not persist.
void refuse_transaction_pooling(const std::string& address);

} // namespace paylink
