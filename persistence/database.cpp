#include "persistence/postgresql_address.hpp"
#include "persistence/postgresql_database.hpp"
#include "persistence/sqlite_database.hpp"

namespace paylink {

std::unique_ptr<database> open_database(const std::string& url) {
  constexpr std::string_view sqlite = "sqlite://";
  if (url.starts_with(sqlite)) return open_sqlite_database(url.substr(sqlite.size()));
  if (is_postgresql_address(url)) return open_postgresql_database(url);
  throw database_error{"database.url begins with sqlite:// or postgresql://, or is host=… dbname=…"};
}

} // namespace paylink
