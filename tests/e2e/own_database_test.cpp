#include "tests/e2e/operated_service.hpp"
#include "tests/support/postgresql_server.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::test {

namespace {

/// Everything below a folder, by name and, for files, content.
std::map<std::string, std::string> content_of(const std::filesystem::path& folder) {
  std::map<std::string, std::string> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& one : std::filesystem::recursive_directory_iterator{folder})
    if (one.path().filename() != "lock") // names the process that held it last
      found[one.path().string()] = one.is_regular_file() ? text_of_file(one.path()) : "";
  return found;
}

const std::vector<std::vector<std::string>>& administrative_verbs() {
  static const std::vector<std::vector<std::string>> all{
      {"migrate"},
      {"backup"},
      {"admin", "rotate-master-key"},
      {"admin", "rotate-master-key", "--remove-old"},
      {"admin", "create-token", "--workspace", "ws_01jd8z3v6q4m2n8k7p5r1t9w0x"}};
  return all;
}

} // namespace

// What has cost an operator the keys: the service ran with its database's address in the environment, and the
// documented commands were typed without it.
BOOST_AUTO_TEST_CASE(verbs_without_the_databases_address_change_nothing_and_name_both_databases) {
  test::postgresql_server server;
  const auto url = server.create_database("shop");
  operated_service under{{{"PAYLINK_DATABASE_URL", url}}};
  under.service.start();
  BOOST_TEST(under.service.end(SIGTERM) == 0);
  const auto before = content_of(under.service.folder());
  for (const auto& words : administrative_verbs()) {
    const auto reported = under.paylinkd(words);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, under.service.folder().string() + " belongs to the database "));
    BOOST_TEST(says(reported, "postgresql:///shop"));
    BOOST_TEST(says(reported, "sqlite://" + (under.service.folder() / "paylink.db").string()));
    BOOST_TEST(says(reported, "PAYLINK_DATABASE_URL"));
    BOOST_TEST((content_of(under.service.folder()) == before), words.front());
  }
  // Neither does the service itself begin a second database there.
  BOOST_TEST(says(under.paylinkd({}), " belongs to the database "));
  BOOST_TEST((content_of(under.service.folder()) == before));

  // With the address they work, and the keys still open what they have sealed.
  const std::map<std::string, std::string> with{{"PAYLINK_DATABASE_URL", url}};
  BOOST_TEST(says(under.paylinkd({"admin", "rotate-master-key"}, with), "3 values"));
  BOOST_TEST(says(under.paylinkd({"admin", "rotate-master-key", "--remove-old"}, with), "1 old key removed"));
  under.service.start();
}

BOOST_AUTO_TEST_CASE(a_folder_refuses_another_services_database) {
  operated_service one, other;
  one.service.start();
  other.service.start();
  one.service.end(SIGTERM);
  other.service.end(SIGTERM);
  const std::map<std::string, std::string> stray{
      {"PAYLINK_DATABASE_URL", "sqlite://" + (other.service.folder() / "paylink.db").string()}};
  const auto mine = content_of(one.service.folder());
  auto words = administrative_verbs();
  words.push_back({});
  for (const auto& verb : words) {
    const auto reported = one.paylinkd(verb, stray);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, "belongs to the database " + one.database_id()));
    BOOST_TEST(says(reported, "is the database " + other.database_id()));
    BOOST_TEST((content_of(one.service.folder()) == mine));
  }
}

BOOST_AUTO_TEST_CASE(verbs_for_a_mistyped_folder_fail_and_leave_nothing_behind) {
  operated_service under;
  const auto typo = under.service.folder() / "no-such-folder";
  for (const auto& words : administrative_verbs()) {
    const auto reported = under.paylinkd_at(typo, words);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, typo.string() + ": there is no such data folder"));
    BOOST_TEST(!std::filesystem::exists(typo), words.front());
  }
  // Nor is a folder that holds something else taken for a data folder.
  std::filesystem::create_directory(typo);
  const std::string note = "not ours";
  std::ofstream{typo / "note.txt"} << note;
  for (const auto& words : administrative_verbs()) {
    const auto reported = under.paylinkd_at(typo, words);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(content_of(typo).size() == 1u, words.front());
  }
}

// A folder of an earlier version remembers nothing: no key may go before a start has shown which database is its own.
BOOST_AUTO_TEST_CASE(a_folder_without_a_memory_touches_no_key_before_a_start_has_bound_it) {
  operated_service under;
  under.service.start();
  under.service.end(SIGTERM);
  std::filesystem::remove(under.service.folder() / "database");
  const auto keys = text_of_file(under.service.folder() / "master.key");
  const auto reported = under.paylinkd({"admin", "rotate-master-key"});
  BOOST_TEST(reported.exit_code == 1);
  BOOST_TEST(says(reported, "does not record which database it belongs to"));
  BOOST_TEST(text_of_file(under.service.folder() / "master.key") == keys);
  BOOST_TEST(under.paylinkd({"backup"}).exit_code == 0);
  under.service.start();
  under.service.end(SIGTERM);
  BOOST_TEST(under.paylinkd({"admin", "rotate-master-key"}).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(a_restored_copy_is_still_the_folders_own_database) {
  operated_service under;
  under.service.start();
  const auto copied = under.paylinkd({"backup"});
  BOOST_REQUIRE(copied.exit_code == 0);
  under.service.end(SIGTERM);
  for (const char* part : {"paylink.db", "paylink.db-wal", "paylink.db-shm"})
    std::filesystem::remove(under.service.folder() / part);
  // Until the copy is in its place, nothing takes an empty database for it.
  for (const auto& words : std::vector<std::vector<std::string>>{{}, {"backup"}, {"--check-config"}}) {
    const auto reported = under.paylinkd(words);
    BOOST_TEST(reported.exit_code != 0);
    BOOST_TEST(says(reported, "is missing: there is no file " + (under.service.folder() / "paylink.db").string() +
                                  "; bring it back, or restore a backup"));
    BOOST_TEST(reported.text.find("--config") == std::string::npos);
  }
  std::filesystem::copy(copied.text.substr(0, copied.text.find('\n')), under.service.folder() / "paylink.db");
  under.service.start();
}

BOOST_AUTO_TEST_CASE(a_copy_of_a_postgresql_database_is_refused_and_makes_no_folder) {
  test::postgresql_server server;
  const std::map<std::string, std::string> with{{"PAYLINK_DATABASE_URL", server.create_database("shop")}};
  operated_service under{with};
  under.service.start();
  const auto refused = [&] {
    const auto reported = under.paylinkd({"backup"}, with);
    BOOST_TEST(reported.exit_code == 1);
    BOOST_TEST(says(reported, "pg_dump"));
    BOOST_TEST(!std::filesystem::exists(under.service.folder() / "backups"));
  };
  refused();
  under.service.end(SIGTERM);
  refused();
}

BOOST_AUTO_TEST_CASE(a_migration_beside_the_running_service_says_to_stop_it) {
  operated_service under;
  under.service.start();
  const auto reported = under.paylinkd({"migrate"});
  BOOST_TEST(reported.exit_code == 1);
  BOOST_TEST(says(reported, " is in use by process "));
  BOOST_TEST(says(reported, "; stop the service first"));
  BOOST_TEST(reported.text.find("--data") == std::string::npos);
}

// The key file of a start that is refused would look like the one that is missed.
BOOST_AUTO_TEST_CASE(a_refused_start_leaves_no_new_key_file) {
  operated_service under;
  under.service.start();
  under.service.end(SIGTERM);
  const auto fresh = under.service.folder() / "fresh.key";
  const std::map<std::string, std::string> with{{"PAYLINK_SECRETS_MASTER_KEY_FILE", fresh.string()}};
  auto words = administrative_verbs();
  words.push_back({});
  for (const auto& verb : words) {
    const auto reported = under.paylinkd(verb, with);
    if (!verb.empty() && verb.front() == "backup") continue; // needs no key
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, "there is no master key file " + fresh.string()));
    BOOST_TEST(!std::filesystem::exists(fresh));
  }
  auto checked = with;
  checked["PAYLINK_HTTP_LISTEN"] = "127.0.0.1:0";
  BOOST_TEST(
      says(under.paylinkd({"--check-config"}, checked), "secrets.master_key_file: there is no master key file "));
}

} // namespace paylink::test
