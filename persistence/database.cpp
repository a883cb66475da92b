#include "persistence/postgresql_database.hpp"
#include "persistence/sqlite_database.hpp"

namespace paylink {

std::unique_ptr<database> open_database(const std::string& url) {
  constexpr std::string_view sqlite = "sqlite://";
  if (url.starts_with(sqlite)) return open_sqlite_database(url.substr(sqlite.size()));
  if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return open_postgresql_database(url);
  throw database_error{"database.url begins with sqlite:// or postgresql://"};
}

} // namespace paylink
