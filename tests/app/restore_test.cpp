#include "app/administration.hpp"
#include "logging/log.hpp"
#include "secrets/key_file.hpp"
#include "secrets/random.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

namespace paylink::test {

namespace {

namespace files = std::filesystem;

std::string url_of(const files::path& file) { return "sqlite://" + file.string(); }

/// Each state of a database has a version of its own, written as a page like any other.
void set_version(const files::path& file, int version) {
  test::run_sql(url_of(file), "PRAGMA user_version = " + std::to_string(version));
}
int version_of(const files::path& file) { return std::stoi(test::ask_sql(url_of(file), "PRAGMA user_version")); }

/// A data folder at rest on the disk, its database in another folder, in memory where the machine offers it, and
/// copies of the database in a third one.
class folder_at_rest {
public:
  folder_at_rest() {
    log::set_level(log::level::error);
    system_random random;
    create_key_file(data / "master.key", random);
    open_database(url_of(elsewhere / "template.db"));
  }
  ~folder_at_rest() {
    for (const auto& folder : {data, elsewhere}) files::remove_all(folder);
    log::set_level(log::level::info);
  }

  /// A database of this version at rest.
  void make_file(const files::path& file, int version) {
    files::copy_file(elsewhere / "template.db", file);
    set_version(file, version);
    test::run_sql(url_of(file), "PRAGMA wal_checkpoint(TRUNCATE)");
  }
  /// What a crash leaves of one that had become of this version: only the log knows it.
  void make_crashed(const files::path& file, int version) {
    const auto source = elsewhere / "crashing.db";
    files::remove(source);
    make_file(source, 1);
    const auto running = open_database(url_of(source));
    const auto kept_open = running->open_reader();
    BOOST_REQUIRE(!kept_open->ask(has_users{}));
    set_version(source, version);
    for (const char* part : {"", "-wal"}) {
      files::remove(files::path{file}.concat(part));
      files::copy_file(files::path{source}.concat(part), files::path{file}.concat(part));
    }
    BOOST_REQUIRE(files::file_size(files::path{file}.concat("-wal")) > 0);
  }

  /// What `paylinkd restore COPY` prints, or why it refuses.
  std::string restore_file(const files::path& copy, bool replace = false) {
    arguments asked;
    asked.what = task::restore;
    asked.data = data;
    asked.restored_file = copy;
    asked.replace = replace;
    settings values;
    values.database.url = url_of(database);
    std::ostringstream printed;
    auto* const before = std::cout.rdbuf(printed.rdbuf());
    std::string why;
    try {
      restore(asked, values);
    } catch (const std::exception& fault) {
      why = fault.what();
    }
    std::cout.rdbuf(before);
    BOOST_TEST_MESSAGE(printed.str() << why);
    return why.empty() ? printed.str() : why;
  }
  /// The databases that were put aside, in the order of their folders' names.
  std::vector<files::path> put_aside() const {
    std::vector<files::path> found;
    for (const auto& entry : files::directory_iterator{database.parent_path()})
      if (entry.path().filename().string().starts_with("before-restore-"))
        found.push_back(entry.path() / database.filename());
    std::ranges::sort(found);
    return found;
  }

  const files::path data = test::make_scratch_folder_below(files::temp_directory_path(), "paylink-restored-");
  const files::path elsewhere = test::make_scratch_folder("paylink-restored-");
  files::path database = data / "paylink.db";
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::set<std::string> names_in(const files::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : files::directory_iterator{folder}) names.insert(entry.path().filename().string());
  return names;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(restored_files, folder_at_rest)

BOOST_AUTO_TEST_CASE(a_copy_is_restored_with_the_commits_that_only_its_log_holds) {
  files::create_directory(elsewhere / "copies");
  const auto copy = elsewhere / "copies" / "paylink.db";
  make_crashed(copy, 7);
  const auto given = names_in(copy.parent_path());
  BOOST_TEST(holds(restore_file(copy), "Restored"));
  BOOST_TEST(version_of(database) == 7);
  BOOST_TEST(names_in(copy.parent_path()) == given, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_restore_after_a_crash_is_undone_without_losing_a_commit) {
  make_crashed(database, 9);
  const auto older = elsewhere / "older.db";
  make_file(older, 3);
  BOOST_TEST(holds(restore_file(older, true), "The previous database is in"));
  BOOST_TEST(version_of(database) == 3);
  BOOST_REQUIRE(put_aside().size() == 1u);
  const auto aside = put_aside().front();
  // One file, which can be copied alone.
  BOOST_TEST(names_in(aside.parent_path()) == std::set<std::string>{"paylink.db"}, boost::test_tools::per_element());
  restore_file(aside, true);
  BOOST_TEST(version_of(database) == 9);
}

// The usual reason for a restore.
BOOST_AUTO_TEST_CASE(a_damaged_database_is_put_aside_as_it_is) {
  make_crashed(database, 9);
  const auto log = files::path{database}.concat("-wal");
  files::resize_file(database, 0);
  files::resize_file(log, 40);
  std::ofstream{database} << std::string(8'192, 'x');
  const auto older = elsewhere / "older.db";
  make_file(older, 3);
  BOOST_TEST(holds(restore_file(older, true), "Restored"));
  BOOST_TEST(version_of(database) == 3);
  BOOST_REQUIRE(put_aside().size() == 1u);
  BOOST_TEST(files::file_size(put_aside().front()) == 8'192u);
  BOOST_TEST(files::file_size(put_aside().front().concat("-wal")) == 40u);
}

BOOST_AUTO_TEST_CASE(a_database_on_another_file_system_is_restored_and_put_aside_there) {
  if (!holds(elsewhere.string(), "/dev/shm")) BOOST_TEST_MESSAGE("there is only one file system here");
  database = elsewhere / "store" / "shop.db";
  files::create_directory(database.parent_path());
  const auto older = data / "older.db";
  make_file(older, 3);
  BOOST_TEST(holds(restore_file(older), "Restored"));
  BOOST_TEST(version_of(database) == 3);
  BOOST_TEST(holds(restore_file(older, true), "Restored"));
  BOOST_TEST(put_aside().size() == 1u);
  BOOST_TEST(!files::exists(files::path{database}.concat(".restoring")));
}

BOOST_AUTO_TEST_CASE(a_database_behind_a_link_is_replaced_where_it_is) {
  files::create_directory(elsewhere / "store");
  const auto real = elsewhere / "store" / "paylink.db";
  make_crashed(real, 9);
  files::create_symlink(real, database);
  const auto older = elsewhere / "older.db";
  make_file(older, 3);
  BOOST_TEST(holds(restore_file(older, true), "Restored"));
  BOOST_TEST(files::is_symlink(database));
  BOOST_TEST(version_of(real) == 3);
}

BOOST_AUTO_TEST_CASE(a_link_to_nowhere_stays_and_a_copy_in_the_working_folder_is_kept) {
  const auto older = elsewhere / "older.db";
  make_file(older, 3);
  files::create_symlink(elsewhere / "missing" / "paylink.db", database);
  BOOST_TEST(holds(restore_file(older, true), "is a link to a missing file"));
  BOOST_TEST(files::is_symlink(database));
  files::remove(database);
  const auto left_over = files::path{database}.concat(".restoring") / "paylink.db";
  files::create_directory(left_over.parent_path());
  files::copy_file(older, left_over);
  BOOST_TEST(holds(restore_file(left_over, true), "move the file"));
  BOOST_TEST(version_of(left_over) == 3);
}

BOOST_AUTO_TEST_CASE(a_file_that_a_process_has_open_is_neither_copied_nor_replaced) {
  const auto older = elsewhere / "older.db";
  make_file(older, 3);
  make_file(database, 5);
  for (const auto& held : {older, database}) BOOST_TEST_CONTEXT(held) {
      const auto running = open_database(url_of(held));
      BOOST_TEST(holds(restore_file(older, true), held.string() + " is in use by another process"));
    }
  BOOST_TEST(version_of(database) == 5);
  BOOST_TEST(put_aside().empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
