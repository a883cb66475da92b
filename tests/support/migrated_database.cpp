#include "tests/support/migrated_database.hpp"

#include "persistence/store.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"

#include <set>

namespace paylink::test {
namespace {

/// A file that is migrated, and gone with the program.
class migrated_file {
public:
  migrated_file() { open_database("sqlite://" + path().string()); }
  migrated_file(const migrated_file&) = delete;
  migrated_file& operator=(const migrated_file&) = delete;
  ~migrated_file() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path path() const { return folder_ / "migrated.db"; }

private:
  std::filesystem::path folder_ = make_scratch_folder("paylink-migrated-");
};

} // namespace

std::string make_migrated_sqlite(const std::filesystem::path& file) {
  static const migrated_file migrated;
  std::filesystem::copy_file(migrated.path(), file);
  return "sqlite://" + file.string();
}

std::string make_migrated_postgresql(postgresql_server& server, const std::string& name) {
  static std::set<std::filesystem::path> with_template;
  if (with_template.insert(server.folder()).second) open_database(server.create_database("migrated"));
  run_sql(server.url(), "CREATE DATABASE " + name + " TEMPLATE migrated");
  return server.url(name);
}

void drop_postgresql(const postgresql_server& server, const std::string& name) {
  run_sql(server.url(), "DROP DATABASE " + name + " WITH (FORCE)");
}

} // namespace paylink::test
