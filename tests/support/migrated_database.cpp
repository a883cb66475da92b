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
  if (with_template.insert(server.folder()).second) {
    keep_connection(server.url());
    open_database(server.create_database("migrated"));
  }
  // Copied file by file it costs the server a third; on a disk, each of hundreds of files would be synced.
  const bool is_in_memory = server.folder().string().starts_with("/dev/shm/");
  run_sql(server.url(), "CREATE DATABASE " + name + " TEMPLATE migrated" + (is_in_memory ? " STRATEGY file_copy" : ""));
  keep_connection(server.url(name));
  return server.url(name);
}

void drop_postgresql(const postgresql_server& server, const std::string& name) {
  let_connection_go(server.url(name));
  run_sql(server.url(), "DROP DATABASE " + name + " WITH (FORCE)");
}

} // namespace paylink::test
