#include "persistence/sqlite_database.hpp"
#include "tests/persistence/store_world.hpp"
#include "tests/support/postgresql_server.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(databases)

namespace {

/// What opening the database says against it; empty when it opens.
std::string refusal(const std::string& url) {
  try {
    open_database(url);
    return {};
  } catch (const database_error& error) {
    return error.what();
  }
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_CASE(an_address_of_another_kind_is_refused) {
  BOOST_TEST(says(refusal("mysql://x/y"), "sqlite://"));
  BOOST_TEST(says(refusal("sqlite:///no/such/folder/paylink.db"), "cannot open"));
  BOOST_TEST(says(refusal("postgresql:///x?host=/no/such/folder"), "cannot open the PostgreSQL database"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_migrated_database_opens_again_and_is_ready, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(world.reader->is_ready());
  world.restart();
  BOOST_TEST(world.reader->is_ready());
  BOOST_TEST((world.reader->find_workspace(world.workspace).value().id == world.workspace));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_newer_schema_is_refused, Backend, backends) {
  store_world world{Backend::where};
  run_sql(world.url, "INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (9999, '9999_later', 'x', 0)");
  BOOST_TEST(!world.reader->is_ready());
  world.reader.reset(), world.writer.reset(), world.opened.reset();
  const auto why = refusal(world.url);
  BOOST_TEST(says(why, "newer version"), why);
  BOOST_TEST(says(why, "9999"), why);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_migration_whose_text_changed_is_refused, Backend, backends) {
  store_world world{Backend::where};
  run_sql(world.url, "UPDATE schema_migrations SET checksum = '0000000000000000' WHERE number = 1");
  world.reader.reset(), world.writer.reset(), world.opened.reset();
  const auto why = refusal(world.url);
  BOOST_TEST(says(why, "0001_foundations"), why);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_open_is_refused_to_a_second_opener) {
  store_world world{kind::sqlite};
  BOOST_TEST(says(refusal(world.url), "held by another process"));
  BOOST_CHECK_THROW(world.opened->open_writer({"node-1", "Service", world.retries, world.clock, world.signer}), database_error);
  world.restart();
  BOOST_TEST((error_of(world.apply(expire_links{})) == errc::ok));
}

BOOST_AUTO_TEST_CASE(the_file_of_the_database_is_its_owners_alone) {
  store_world world{kind::sqlite};
  const auto mode = std::filesystem::status(world.folder / "paylink.db").permissions();
  BOOST_TEST((mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(a_full_disk_answers_unavailable_and_works_again_with_room) {
  store_world world{kind::sqlite};
  world.reader.reset(), world.writer.reset(), world.opened.reset();
  const auto pages = std::stoll(world.ask("PRAGMA page_count"));
  world.opened = open_sqlite_database(world.folder / "paylink.db", {.pages_max = pages + 20});
  world.writer = world.opened->open_writer({"node-1", "Service", world.retries, world.clock, world.signer});
  world.reader = world.opened->open_reader();

  result<write_reply> reply = write_reply{};
  int stored = 0;
  for (; reply && stored < 10'000; ++stored) reply = world.apply(world.link_command());
  BOOST_TEST((error_of(reply) == errc::service_unavailable));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links") == std::to_string(stored - 1));
  BOOST_TEST((error_of(world.apply(world.link_command())) == errc::service_unavailable));
  world.restart();
  BOOST_TEST((error_of(world.apply(world.link_command())) == errc::ok));
}

BOOST_AUTO_TEST_CASE(only_the_writer_moves_the_log_into_the_file_and_only_at_rest) {
  store_world world{kind::sqlite};
  const auto file = world.folder / "paylink.db";
  const auto before = std::filesystem::file_size(file);
  for (int round = 0; round < 60; ++round) {
    std::vector<write_command> batch;
    for (int count = 0; count < 100; ++count) batch.push_back(world.link_command());
    for (const auto& reply : world.writer->apply(batch)) BOOST_REQUIRE(reply.has_value());
  }
  BOOST_TEST(std::filesystem::file_size(file) == before);
  world.writer->rest(false);
  BOOST_TEST(std::filesystem::file_size(file) == before);
  world.writer->rest(true);
  BOOST_TEST(std::filesystem::file_size(file) > before);
  BOOST_TEST(world.ask("PRAGMA integrity_check") == "ok");
}

BOOST_AUTO_TEST_CASE(a_reader_sees_each_commit_at_once) {
  store_world world{kind::sqlite};
  const auto link = world.make_link();
  // A read that stays half done would hold the old state for good.
  BOOST_TEST((world.read(link).status == link_status::pending));
  BOOST_TEST(world.reader->find_payer_view(link.public_id).has_value());
  world.pay(link.row, 100'000);
  BOOST_TEST((world.read(link).status == link_status::succeeded));
}

BOOST_AUTO_TEST_CASE(a_server_that_may_lose_commits_is_refused) {
  for (const std::string setting : {"fsync", "full_page_writes", "synchronous_commit"}) {
    postgresql_server server{{setting + "=off"}};
    const auto why = refusal(server.url());
    BOOST_TEST(says(why, setting + " = off"), why);
  }
}

BOOST_AUTO_TEST_CASE(reading_and_writing_go_on_after_the_server_came_back) {
  postgresql_server server;
  still_clock clock;
  readable_signer signer;
  const auto opened = open_database(server.url());
  const auto writer = opened->open_writer({"node-1", "Service", {}, clock, signer});
  const auto reader = opened->open_reader();
  seeded_random random;
  const write_command command = create_user{user_id::make(clock.now(), random), "a@b.example", "", "", "Free", language::vi};
  server.crash_and_restart();
  BOOST_TEST(reader->is_ready());
  BOOST_TEST((error_of(writer->apply({&command, 1}).at(0)) == errc::ok));
  server.crash_and_restart();
  BOOST_TEST(ask_sql(server.url(), "SELECT COUNT(*) FROM users") == "1");
}

BOOST_AUTO_TEST_CASE(a_session_that_the_server_ends_costs_no_command) {
  store_world world{kind::postgresql};
  const auto link = world.make_link();
  run_sql(world.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
                     "pg_backend_pid()");
  BOOST_TEST((world.pay(link.row, 100'000).classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
}

BOOST_AUTO_TEST_SUITE_END()
