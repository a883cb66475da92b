#include "persistence/sql/postgresql_address.hpp"
#include "persistence/stores/found_database.hpp"
#include "persistence/stores/postgresql_database.hpp"
#include "persistence/stores/sqlite_database.hpp"

namespace paylink {

namespace {

constexpr std::string_view sqlite_scheme = "sqlite://";

bool is_sqlite(const std::string& url) { return url.starts_with(sqlite_scheme); }

std::string file_of(const std::string& url) { return url.substr(sqlite_scheme.size()); }

void require_postgresql(const std::string& url) {
  if (!is_postgresql_address(url))
    throw database_error{"database.url must begin with sqlite:// or postgresql://, or be host=… dbname=…"};
}

} // namespace

std::unique_ptr<database> open_database(const std::string& url, schema_use schema) {
  if (is_sqlite(url)) return open_sqlite_database(file_of(url), {.schema = schema});
  require_postgresql(url);
  return open_postgresql_database(url, schema);
}

found_database look_at_database(const std::string& url) {
  if (is_sqlite(url)) return look_at_sqlite_database(file_of(url));
  require_postgresql(url);
  return look_at_postgresql_database(url);
}

} // namespace paylink
