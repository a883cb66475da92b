#include "tests/persistence/store_world.hpp"
#include "tests/support/postgresql_server.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(standbys)

namespace {

/// Asks the server until it says so.
void wait_until(const std::string& url, const std::string& condition) {
  for (int tries = 0; tries < 3'000; ++tries, std::this_thread::sleep_for(10ms))
    if (ask_sql(url, "SELECT CASE WHEN " + condition + " THEN 1 ELSE 0 END") == "1") return;
  BOOST_FAIL("never came about: " << condition);
}

const std::string somebody_waits_for_the_standby =
    "(SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep') > 0";

create_user new_user(const std::string& email) {
  static seeded_random random;
  return {user_id::make(system_wall_clock{}.now(), random), email, "", "", "Free", language::vi};
}

/// A node at servers of its own.
struct lone_node {
  explicit lone_node(const std::string& url, replication_policy replication = replication_policy::warn)
      : opened{open_database(url)} {
    store_context context{"node-1", "Service", {}, clock, signer};
    context.replication = replication;
    writer = opened->open_writer(context);
  }
  errc store(const std::string& email) {
    const write_command command = new_user(email);
    return error_of(writer->apply({&command, 1}).at(0));
  }
  system_wall_clock clock;
  readable_signer signer;
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_commit_whose_wait_for_the_standby_was_cancelled_is_not_acknowledged_before_it_is_there) {
  postgresql_server server;
  lone_node node{server.url()};
  run_sql(server.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  wait_until(server.url(), "current_setting('synchronous_standby_names') = 'standby'");
  std::atomic<bool> is_answered = false;
  std::thread acknowledging{[&] {
    BOOST_TEST((node.store("a@b.example") == errc::ok));
    is_answered = true;
  }};
  wait_until(server.url(), somebody_waits_for_the_standby);
  run_sql(server.url(), "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  // It is asked for again, and that waits as well.
  wait_until(server.url(), somebody_waits_for_the_standby);
  BOOST_TEST(!is_answered);
  run_sql(server.url(), "ALTER SYSTEM RESET synchronous_standby_names");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  acknowledging.join();
  BOOST_TEST(ask_sql(server.url(), "SELECT COUNT(*) FROM users") == "1");
}

BOOST_AUTO_TEST_CASE(where_a_standby_is_required_nothing_is_stored_without_one) {
  postgresql_server server;
  lone_node node{server.url(), replication_policy::required};
  BOOST_TEST((node.store("a@b.example") == errc::service_unavailable));
  BOOST_TEST(ask_sql(server.url(), "SELECT COUNT(*) FROM users") == "0");
  const postgresql_server standby{server, {}};
  run_sql(server.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  wait_until(server.url(), "(SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync') = 1");
  BOOST_TEST((node.store("a@b.example") == errc::ok));
}

BOOST_AUTO_TEST_CASE(a_setting_that_is_changed_for_the_role_makes_no_session_of_ours_less_durable) {
  postgresql_server server;
  lone_node node{server.url()};
  run_sql(server.url(), "ALTER ROLE postgres SET synchronous_commit = local");
  run_sql(server.url(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'paylinkd'");
  BOOST_TEST((node.store("a@b.example") == errc::ok));
  // Only a session that waits for the standby is seen to wait for it.
  run_sql(server.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  std::thread acknowledging{[&] { BOOST_TEST((node.store("b@b.example") == errc::ok)); }};
  wait_until(server.url(), somebody_waits_for_the_standby);
  run_sql(server.url(), "ALTER SYSTEM RESET synchronous_standby_names");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  acknowledging.join();
}

BOOST_AUTO_TEST_CASE(behind_a_failover_to_a_standby_that_was_there_nothing_is_missing_and_work_goes_on) {
  postgresql_server primary;
  run_sql(primary.url(), "CREATE DATABASE pl");
  postgresql_server standby{primary, {}};
  run_sql(primary.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(primary.url(), "SELECT pg_reload_conf()");
  wait_until(primary.url(), "(SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync') = 1");
  lone_node node{"postgresql:///pl?user=postgres&target_session_attrs=read-write&host=" + primary.folder().string() +
                 "," + standby.folder().string()};
  for (int users = 0; users < 5; ++users) BOOST_TEST((node.store(std::to_string(users) + "@b.example") == errc::ok));
  primary.crash();
  standby.promote();
  BOOST_TEST((node.store("last@b.example") == errc::ok));
  BOOST_TEST(ask_sql(standby.url("pl"), "SELECT COUNT(*) FROM users") == "6");
}

BOOST_AUTO_TEST_SUITE_END()
