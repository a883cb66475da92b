#include "persistence/stores/sqlite_faults.hpp"

#include <cerrno>
#include <cstring>
#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink {

std::string reason_of(const soci::soci_error& error) {
  const auto* of_sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&error);
  switch (of_sqlite ? of_sqlite->result() & 0xff : SQLITE_CANTOPEN) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return "the file is damaged, or is not an SQLite database; see \"Backups\" in docs/operations.md";
  case SQLITE_FULL:
    return "the disk is full";
  case SQLITE_IOERR:
    return "the disk failed";
  case SQLITE_CANTOPEN:
    return std::string{"the file cannot be opened"} + (errno != 0 ? std::string{": "} + std::strerror(errno) : "");
  case SQLITE_READONLY:
  case SQLITE_PERM:
    return "the file cannot be written";
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return "another process holds the file";
  default:
    return sqlite_api::sqlite3_errstr(of_sqlite->result());
  }
}

} // namespace paylink
