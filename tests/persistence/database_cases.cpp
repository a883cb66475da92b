#include "persistence/stores/sqlite_database.hpp"
#include "tests/persistence/commit_cutter.hpp"
#include "tests/persistence/store_world.hpp"
#include "tests/support/postgresql_server.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <set>
#include <thread>

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
  BOOST_TEST((world.reader->ask(find_workspace{world.workspace}).value().id == world.workspace));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(deliveries_go_where_their_links_said_when_they_were_paid, Backend, backends) {
  store_world world{Backend::where};
  const auto url_of = [](const std::string& shop) { return "https://" + shop + ".example/cb?of=" + shop; };
  const auto record = [&](const delivery_job& job, int status) {
    world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
  };
  // Open ones in every state, and one that has ended.
  const auto in_flight = world.make_job(url_of("flying"));
  record(world.make_job(url_of("waiting")), 503);
  record(world.make_job(url_of("done")), 200);
  const auto queued = world.make_link({.callback_url = url_of("queued")});
  world.pay(queued.reference, 100'000, {.claim = false});
  BOOST_TEST(
      world.ask("SELECT COUNT(*) FROM deliveries d JOIN payment_links l ON l.row = d.link_row AND l.callback_url "
                "= d.url") == "4");
  BOOST_TEST(world.reader->ask(find_callback{world.workspace, queued.row}).value().url == url_of("queued"));
  // A link that says something else later changes nothing.
  run_sql(world.url, "UPDATE payment_links SET callback_url = 'https://elsewhere.example/'");
  std::set<std::string> sent_to;
  const auto take = [&](const claimed_jobs& claimed) {
    for (const auto& job : claimed.jobs) sent_to.insert(job.url);
  };
  world.pass(2min);
  take(world.done<claimed_jobs>(claim_due{.list_queues = true})); // the lease is over as well
  take(world.done<claimed_jobs>(claim_queue{{"queued.example:443", world.workspace}}));
  BOOST_TEST((sent_to == std::set{url_of("flying"), url_of("waiting"), url_of("queued")}));
  BOOST_TEST(world.ask("SELECT url FROM deliveries WHERE row = " + std::to_string(in_flight.row)) == url_of("flying"));
  const auto fresh = world.make_job(url_of("fresh"));
  BOOST_TEST(world.ask("SELECT url FROM deliveries WHERE row = " + std::to_string(fresh.row)) == url_of("fresh"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_open_is_refused_to_a_second_opener) {
  store_world world{kind::sqlite};
  BOOST_TEST(says(refusal(world.url), "in use by another process"));
  BOOST_CHECK_THROW(world.opened->open_writer(
                        {"node-1", "Service", world.retries, world.clock, world.signer, sha256_hex, &world.gate}),
                    database_error);
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
  world.writer = world.opened->open_writer(
      {"node-1", "Service", world.retries, world.clock, world.signer, sha256_hex, &world.gate});
  world.reader = world.opened->open_reader();

  result<write_reply> reply = write_reply{};
  create_link last;
  int stored = 0;
  for (; reply && stored < 1000; ++stored) {
    last = world.link_command();
    last.link.description.assign(10'000, 'x');
    reply = world.apply(last);
  }
  BOOST_TEST((error_of(reply) == errc::service_unavailable));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links") == std::to_string(stored - 1));
  BOOST_TEST((error_of(world.apply(last)) == errc::service_unavailable));
  world.restart();
  BOOST_TEST((error_of(world.apply(last)) == errc::ok));
}

BOOST_AUTO_TEST_CASE(a_server_whose_disk_fails_answers_unavailable_and_works_again_with_it) {
  store_world world{kind::postgresql};
  run_sql(world.url, "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                     "RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'io_error'; END $$; "
                     "CREATE TRIGGER fail BEFORE INSERT ON payment_links EXECUTE FUNCTION fail()");
  const auto command = world.link_command();
  BOOST_TEST((error_of(world.apply(command)) == errc::service_unavailable));
  run_sql(world.url, "DROP TRIGGER fail ON payment_links");
  BOOST_TEST((error_of(world.apply(command)) == errc::ok));
}

BOOST_AUTO_TEST_CASE(only_the_writer_moves_the_log_into_the_file_and_only_at_rest) {
  store_world world{kind::sqlite};
  const auto file = world.folder / "paylink.db";
  const auto before = std::filesystem::file_size(file);
  std::vector<write_command> batch;
  for (int count = 0; count < 20; ++count) {
    auto command = world.link_command();
    command.link.description.assign(600'000, 'x'); // the store itself bounds nothing
    batch.push_back(std::move(command));
  }
  for (const auto& reply : world.writer->apply(batch)) BOOST_REQUIRE(reply.has_value());
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
  BOOST_TEST(world.reader->ask(find_payer_view{link.public_id}).has_value());
  world.pay(link.reference, 100'000);
  BOOST_TEST((world.read(link).status == link_status::succeeded));
}

BOOST_AUTO_TEST_CASE(a_server_that_comes_back_is_used_again_but_not_where_it_may_lose_commits) {
  postgresql_server server;
  still_clock clock;
  readable_signer signer;
  seeded_random random;
  const write_command command =
      create_user{user_id::make(clock.now(), random), "a@b.example", "", "", "Free", language::vi};
  {
    const auto opened = open_database(server.url());
    const auto writer = opened->open_writer({"node-1", "Service", {}, clock, signer});
    const auto reader = opened->open_reader();
    server.crash_and_restart();
    BOOST_TEST(reader->is_ready());
    BOOST_TEST((error_of(writer->apply({&command, 1}).at(0)) == errc::ok));
    // Also if it was away when they were opened.
    server.crash();
    const auto late_writer = opened->open_writer({"node-2", "Service", {}, clock, signer});
    const auto late_reader = opened->open_reader();
    const write_command second =
        create_user{user_id::make(clock.now(), random), "b@b.example", "", "", "Free", language::vi};
    BOOST_TEST(!late_reader->is_ready());
    BOOST_TEST((error_of(late_writer->apply({&second, 1}).at(0)) == errc::service_unavailable));
    server.start();
    BOOST_TEST(late_reader->is_ready());
    BOOST_TEST((error_of(late_writer->apply({&second, 1}).at(0)) == errc::ok));
  }
  for (const std::string setting : {"fsync", "full_page_writes", "synchronous_commit"}) {
    server.crash_and_restart({setting + "=off"});
    const auto why = refusal(server.url());
    BOOST_TEST(says(why, setting + " = off"), why);
  }
  server.crash_and_restart();
  BOOST_TEST(ask_sql(server.url(), "SELECT COUNT(*) FROM users") == "2");
}

BOOST_AUTO_TEST_CASE(a_commit_whose_answer_is_lost_is_neither_forgotten_nor_repeated) {
  using cut = commit_cutter::cut;
  for (const auto when : {cut::before_commit, cut::after_commit}) {
    store_world world{kind::postgresql};
    commit_cutter proxy{world.url};
    const auto opened = open_database(proxy.url());
    const auto writer =
        opened->open_writer({"node-9", "Service", world.retries, world.clock, world.signer, sha256_hex, &world.gate});
    const auto link = world.make_link(), cancelled = world.make_link();
    const write_command batch[] = {world.credit(link.reference, 100'000), close_link{world.workspace, cancelled.id}};
    proxy.arm(when);
    const auto replies = writer->apply(batch);
    BOOST_TEST(proxy.has_cut());
    BOOST_TEST(world.gate.held == 1);
    // Run again without asking first, the credit would be a duplicate and the cancellation refused.
    BOOST_TEST((std::get<recorded_entry>(replies[0].value()).result == entry_result::recorded));
    BOOST_TEST((error_of(replies[1]) == errc::ok));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
  }
}

BOOST_AUTO_TEST_CASE(two_nodes_that_pay_the_same_links_make_one_event_each) {
  store_world world{kind::postgresql};
  std::vector<payment_link> links;
  for (int count = 0; count < 20; ++count) links.push_back(world.make_link());
  std::vector<write_command> rising, falling;
  for (const auto& link : links) rising.push_back(world.credit(link.reference, 100'000));
  for (auto link = links.rbegin(); link != links.rend(); ++link)
    falling.push_back(world.credit(link->reference, 100'000));

  std::atomic<int> events = 0, answered = 0;
  const auto pay = [&](const std::string& node, const std::vector<write_command>& batch) {
    readable_signer signer;
    const auto opened = open_database(world.url);
    const auto writer =
        opened->open_writer({node, "Service", world.retries, world.clock, signer, sha256_hex, &world.gate});
    for (const auto& recorded : record_in_the_end(*writer, batch)) {
      ++answered;
      events += recorded.has_deliveries();
    }
  };
  std::thread other{pay, "node-2", std::cref(falling)};
  pay("node-3", rising);
  other.join();
  BOOST_TEST(answered == 40);
  BOOST_TEST(events == 20);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "20");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "40");
}

BOOST_AUTO_TEST_CASE(a_session_that_the_server_ends_costs_no_command) {
  store_world world{kind::postgresql};
  const auto link = world.make_link();
  run_sql(world.url,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
          "pg_backend_pid()");
  BOOST_TEST((world.pay(link.reference, 100'000).classified == classification::matched));
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
}

BOOST_AUTO_TEST_CASE(a_copy_holds_what_was_committed_and_is_its_owners_alone) {
  store_world world{kind::sqlite};
  const auto link = world.make_link();
  const auto copy = world.folder / "copy.db";
  BOOST_TEST(world.opened->back_up(copy));
  BOOST_CHECK_THROW(world.opened->back_up(copy), database_error);
  world.make_link();
  const auto mode = std::filesystem::status(copy).permissions();
  BOOST_TEST((mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)));
  const auto opened = open_database("sqlite://" + copy.string());
  BOOST_TEST(opened->check_integrity() == "");
  BOOST_TEST(opened->open_reader()->ask(find_link{world.workspace, link.id}).has_value());
  BOOST_TEST(ask_sql("sqlite://" + copy.string(), "SELECT COUNT(*) FROM payment_links") == "1");
}

// Before the first start of a new version its own programs make the copy that leads back.
BOOST_AUTO_TEST_CASE(a_database_of_any_version_is_copied_as_it_is) {
  const store_world world{kind::sqlite};
  const auto earlier = world.folder / "earlier.db", copy = world.folder / "copy.db";
  BOOST_TEST(world.opened->back_up(earlier));
  for (const char* change : {"DELETE FROM schema_migrations WHERE number = 1",
                             "INSERT INTO schema_migrations VALUES (9999, 'of a newer version', 'x', 0)"}) {
    run_sql("sqlite://" + earlier.string(), change);
    BOOST_CHECK_THROW(open_database("sqlite://" + earlier.string()), database_error);
    std::filesystem::remove(copy);
    BOOST_TEST(open_database("sqlite://" + earlier.string(), schema_use::left_alone)->back_up(copy));
    for (const auto& file : {earlier, copy})
      BOOST_TEST(ask_sql("sqlite://" + file.string(), "SELECT COUNT(*) FROM schema_migrations WHERE number = 1") ==
                 "0");
  }
}

BOOST_AUTO_TEST_CASE(a_copy_that_has_no_place_leaves_no_file_under_its_name) {
  store_world world{kind::sqlite};
  BOOST_CHECK_THROW(world.opened->back_up(world.folder / "no" / "such" / "copy.db"), database_error);
}

BOOST_AUTO_TEST_CASE(a_broken_file_is_found) {
  store_world world{kind::sqlite};
  for (int links = 0; links < 50; ++links) world.make_link();
  BOOST_TEST(world.opened->check_integrity() == "");
  BOOST_TEST(world.opened->back_up(world.folder / "copy.db"));
  // Where the links begin; opening the file reads none of it.
  const auto page = std::stoll(ask_sql("sqlite://" + (world.folder / "copy.db").string(),
                                       "SELECT rootpage FROM sqlite_master WHERE name = 'payment_links'"));
  std::fstream file{world.folder / "copy.db", std::ios::in | std::ios::out | std::ios::binary};
  file.seekp((page - 1) * 4096);
  file << std::string(4096, '\x5a');
  file.close();
  const auto opened = open_sqlite_database(world.folder / "copy.db");
  std::string finding;
  try {
    finding = opened->check_integrity();
  } catch (const database_error& refused) {
    finding = refused.what();
  }
  BOOST_TEST(finding != "");
}

BOOST_AUTO_TEST_CASE(postgresql_is_backed_up_by_its_own_means) {
  store_world world{kind::postgresql};
  BOOST_TEST(!world.opened->back_up(world.folder / "copy.db"));
  BOOST_TEST(!std::filesystem::exists(world.folder / "copy.db"));
}

BOOST_AUTO_TEST_SUITE_END()
