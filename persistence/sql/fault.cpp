#include "domain/deliveries/callback.hpp"
#include "persistence/sql/dialect.hpp"

#include <algorithm>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink {
namespace {

constexpr std::string_view not_connected = "Cannot establish connection to the database.\n";

store_fault fault_of_sqlite(int code) {
  switch (code & 0xff) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return store_fault::locked;
  case SQLITE_FULL:
    return store_fault::full;
  case SQLITE_IOERR:
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return store_fault::io;
  default:
    return store_fault::other;
  }
}

store_fault fault_of_postgresql(const soci::postgresql_soci_error& error) {
  const auto state = error.sqlstate();
  if (state == "55P03") return store_fault::blocked;   // lock_not_available
  if (state == "23505") return store_fault::overtaken; // unique_violation
  // serialization_failure, deadlock_detected, query_canceled by its time limit
  if (state == "40001" || state == "40P01" || state == "57014") return store_fault::retry;
  if (state == "53100") return store_fault::full;
  // A system or internal error, too little memory or too few connections, a revoked right.
  if (state.starts_with("58") || state.starts_with("XX") || state.starts_with("53") || state == "42501")
    return store_fault::failing;
  // Class 08 is the connection, 57P an administrator's command, 25P03 our own idle limit. A server that takes no writes
  // any more has become a standby, or its disk is full: another connection may find the one that does.
  if (state.starts_with("08") || state.starts_with("57P") || state == "25P03" || state == "25P02" || state == "25006")
    return store_fault::lost;
  if (error.get_error_category() == soci::soci_error::connection_error) return store_fault::lost;
  // libpq reports a broken connection without any state; SOCI fills in blanks.
  if (state.find_first_not_of(std::string_view{" \0", 2}) == std::string::npos) return store_fault::lost;
  return store_fault::other;
}

} // namespace

store_fault fault_of(const std::exception& error) {
  if (dynamic_cast<const write_conflict*>(&error)) return store_fault::retry;
  if (dynamic_cast<const standby_missing*>(&error)) return store_fault::alone;
  if (dynamic_cast<const closed_signing_key*>(&error)) return store_fault::closed;
  if (const auto* sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&error))
    return fault_of_sqlite(sqlite->result());
  if (const auto* postgresql = dynamic_cast<const soci::postgresql_soci_error*>(&error))
    return fault_of_postgresql(*postgresql);
  return store_fault::other;
}

bool has_taken_too_long(const std::exception& error) {
  if (const auto* sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&error))
    return (sqlite->result() & 0xff) == SQLITE_INTERRUPT;
  const auto* postgresql = dynamic_cast<const soci::postgresql_soci_error*>(&error);
  return postgresql && postgresql->sqlstate() == "57014";
}

std::string_view loggable_text(const std::exception& error, std::string& buffer) {
  const auto* database = dynamic_cast<const soci::soci_error*>(&error);
  buffer = database ? database->get_error_message() : std::string{error.what()};
  if (buffer.starts_with(not_connected)) {
    // libpq's text follows SOCI's: for each host that was tried, a line with its address and the reason.
    buffer.erase(0, not_connected.size());
    std::ranges::replace_if(buffer, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    buffer.erase(std::ranges::unique(buffer, [](char a, char b) { return a == ' ' && b == ' '; }).begin(),
                 buffer.end());
    while (buffer.ends_with(' ')) buffer.pop_back();
    return buffer;
  }
  // PostgreSQL's second line is the detail, in which values of the row stand.
  return std::string_view{buffer}.substr(0, buffer.find('\n'));
}

} // namespace paylink
