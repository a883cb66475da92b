#include "persistence/store.hpp"
#include "persistence/stores/sqlite_files.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <map>
#include <sqlite3.h>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(sqlite_files)

namespace {

namespace files = std::filesystem;

/// A table of a thousand rows `old`, and the files that a crash leaves in the middle of work on it.
class crashed_file {
public:
  /// `work` is SQL on a connection with the journal mode `mode`.
  crashed_file(const std::string& mode, const std::string& work) {
    const auto source = folder / "running.db";
    sqlite3* running = nullptr;
    BOOST_REQUIRE(sqlite3_open(source.c_str(), &running) == SQLITE_OK);
    // With a cache this small, pages reach the disk before a commit.
    const auto sql = "PRAGMA journal_mode = " + mode + "; PRAGMA cache_size = 2; CREATE TABLE texts (content TEXT); " +
                     "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                     "INSERT INTO texts SELECT 'old' FROM n; " +
                     work;
    BOOST_REQUIRE(sqlite3_exec(running, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    files::create_directory(folder / "given");
    for (const char* part : {"", "-wal", "-journal"})
      if (const auto file = files::path{source}.concat(part); files::exists(file))
        files::copy_file(file, files::path{given}.concat(part));
    sqlite3_close(running);
  }
  ~crashed_file() { files::remove_all(folder); }

  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> read;
    for (const auto& entry : files::directory_iterator{folder / "given"}) {
      std::ifstream in{entry.path(), std::ios::binary};
      read[entry.path().filename()] = {std::istreambuf_iterator<char>{in}, {}};
    }
    return read;
  }

  const files::path folder = make_scratch_folder("paylink-files-");
  const files::path given = folder / "given" / "copy.db";
};

std::string rows_in(const files::path& file, const std::string& content) {
  return ask_sql("sqlite://" + file.string(), "SELECT count(*) FROM texts WHERE content = '" + content + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE(a_lock_belongs_to_the_file_whatever_its_name) {
  const auto folder = make_scratch_folder("paylink-files-");
  files::create_directory(folder / "disk");
  std::ofstream{folder / "disk" / "paylink.db"} << "";
  files::create_symlink(folder / "disk" / "paylink.db", folder / "linked.db");
  {
    const sqlite_file_lock held{folder / "linked.db"};
    BOOST_CHECK_THROW(sqlite_file_lock{folder / "disk" / "paylink.db"}, database_error);
    BOOST_CHECK_THROW(copy_sqlite_file(folder / "disk" / "paylink.db", folder / "copy.db"), database_error);
  }
  const sqlite_file_lock again{folder / "disk" / "paylink.db"};
  BOOST_CHECK_THROW(sqlite_file_lock{folder / "linked.db"}, database_error);
  files::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(a_copy_holds_what_was_committed_and_nothing_else_in_one_file) {
  struct row {
    const char* name;
    const char* mode;
    const char* work;
    const char* beside; ///< The file that has to be read, too.
    const char* old_rows;
    const char* new_rows;
  };
  const row rows[] = {
      {"at rest", "DELETE", "", "", "1000", "0"},
      {"commits in the log", "WAL", "UPDATE texts SET content = 'new'", "-wal", "0", "1000"},
      {"half a transaction in the log", "WAL", "BEGIN; UPDATE texts SET content = 'new'", "-wal", "1000", "0"},
      {"half a transaction in the file", "DELETE", "BEGIN; UPDATE texts SET content = 'new'", "-journal", "1000", "0"},
  };
  for (const auto& row : rows) BOOST_TEST_CONTEXT(row.name) {
      const crashed_file crashed{row.mode, row.work};
      BOOST_TEST(files::exists(files::path{crashed.given}.concat(row.beside)));
      const auto before = crashed.contents();
      const auto copy = crashed.folder / "whole" / "copy.db", alone = crashed.folder / "alone.db";
      files::create_directory(copy.parent_path());
      copy_sqlite_file(crashed.given, copy);
      BOOST_TEST((crashed.contents() == before));
      const auto mode = files::status(copy).permissions();
      BOOST_TEST((mode == (files::perms::owner_read | files::perms::owner_write)));
      files::copy_file(copy, alone);
      BOOST_TEST(rows_in(alone, "old") == row.old_rows);
      BOOST_TEST(rows_in(alone, "new") == row.new_rows);

      complete_sqlite_file(crashed.given);
      files::remove(alone);
      files::copy_file(crashed.given, alone);
      BOOST_TEST(rows_in(alone, "old") == row.old_rows);
      BOOST_TEST(rows_in(alone, "new") == row.new_rows);
    }
}

BOOST_AUTO_TEST_CASE(a_refused_copy_is_named_with_the_reason) {
  const auto folder = make_scratch_folder("paylink-files-");
  const auto text = folder / "text.db", open = folder / "open.db";
  std::ofstream{text} << std::string(8'192, 'x');
  std::ofstream{open};
  const sqlite_file_lock held{open};
  const std::pair<files::path, std::string> rows[] = {
      {text, "cannot read the database " + text.string() + ": the file is damaged, or is not an SQLite database"},
      {open, "the database " + open.string() + " is in use by another process; stop it first"}};
  for (const auto& [given, reason] : rows) {
    std::string why;
    try {
      copy_sqlite_file(given, folder / "copy.db");
    } catch (const database_error& error) {
      why = error.what();
    }
    BOOST_TEST(why.starts_with(reason), why);
    files::remove(folder / "copy.db");
  }
  files::remove_all(folder);
}

BOOST_AUTO_TEST_SUITE_END()
