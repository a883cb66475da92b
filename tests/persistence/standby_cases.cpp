#include "logging/log.hpp"
#include "tests/persistence/store_world.hpp"
#include "tests/support/captured_stderr.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(standbys, *boost::unit_test::label("in_depth"))

namespace {

/// Asks the server until it says so.
void wait_until(const std::string& url, const std::string& condition) {
  const auto is_so = [&] { return ask_sql(url, "SELECT CASE WHEN " + condition + " THEN 1 ELSE 0 END") == "1"; };
  BOOST_REQUIRE_MESSAGE(until(is_so), "never came about: " << condition);
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
    context.state = &state;
    writer = opened->open_writer(context);
  }
  errc store(const std::string& email) {
    const write_command command = new_user(email);
    return error_of(writer->apply({&command, 1}).at(0));
  }
  system_wall_clock clock;
  readable_signer signer;
  readiness state;
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
};

/// Lines of the log with this event.
std::vector<std::string> lines_about(const std::string& event, const std::vector<std::string>& lines) {
  std::vector<std::string> found;
  for (const auto& line : lines)
    if (line.find("\"event\":\"" + event + "\"") != std::string::npos) found.push_back(line);
  return found;
}

/// What `during` logs.
template <class During>
std::vector<std::string> logged(During during) {
  log::flush();
  log::set_level(log::level::info); // the cases of one world have nothing logged
  captured_stderr captured;
  during();
  log::flush();
  log::set_level(log::level::error); // as the suite's others want it
  captured.release();
  return captured.read_lines();
}

} // namespace

BOOST_AUTO_TEST_CASE(a_commit_whose_wait_for_the_standby_was_cancelled_is_not_acknowledged_before_it_is_there) {
  postgresql_server server;
  lone_node node{server.url()};
  run_sql(server.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  wait_until(server.url(), "current_setting('synchronous_standby_names') = 'standby'");
  // A session that was there may learn of it a moment later.
  run_sql(server.url(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'paylinkd'");
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
  // The server takes up its new setting by and by: what is stored sooner waits for nobody.
  std::atomic<bool> has_waited = false;
  std::thread acknowledging{[&] {
    for (int users = 0; !has_waited; ++users)
      BOOST_TEST((node.store(std::to_string(users) + "@b.example") == errc::ok));
  }};
  wait_until(server.url(), somebody_waits_for_the_standby);
  has_waited = true;
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

BOOST_AUTO_TEST_CASE(a_standby_that_stands_still_makes_the_writer_stuck_and_loses_nothing) {
  postgresql_server primary;
  run_sql(primary.url(), "CREATE DATABASE pl");
  postgresql_server standby{primary, {}};
  run_sql(primary.url(), "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  run_sql(primary.url(), "SELECT pg_reload_conf()");
  wait_until(primary.url(), "(SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync') = 1");
  lone_node node{primary.url("pl")};
  BOOST_TEST((node.store("a@b.example") == errc::ok));
  const auto in_a_while = [&node] { return node.clock.uptime() + readiness::batch_time_max + 1s; };
  BOOST_TEST(!node.state.is(concern::store_stuck, in_a_while()));

  standby.freeze();
  std::atomic<bool> is_answered = false;
  std::thread acknowledging{[&] {
    BOOST_TEST((node.store("b@b.example") == errc::ok));
    is_answered = true;
  }};
  wait_until(primary.url(), somebody_waits_for_the_standby);
  BOOST_TEST(!node.state.is(concern::store_stuck, node.clock.uptime()));
  BOOST_TEST(node.state.is(concern::store_stuck, in_a_while()));
  BOOST_TEST(!is_answered);

  standby.thaw();
  acknowledging.join();
  BOOST_TEST(!node.state.is(concern::store_stuck, in_a_while()));
  BOOST_TEST(ask_sql(primary.url("pl"), "SELECT COUNT(*) FROM users") == "2");
}

BOOST_AUTO_TEST_CASE(what_a_failover_to_a_standby_that_lagged_has_lost_is_logged_with_its_number) {
  postgresql_server primary;
  run_sql(primary.url(), "CREATE DATABASE pl");
  postgresql_server standby{primary, {}}; // nobody waits for it
  lone_node node{"postgresql:///pl?user=postgres&target_session_attrs=read-write&host=" + primary.folder().string() +
                 "," + standby.folder().string()};
  BOOST_TEST((node.store("there@b.example") == errc::ok));
  wait_until(primary.url(), "(SELECT MIN(replay_lsn) FROM pg_stat_replication) >= pg_current_wal_lsn()");
  // A standby that stood still would still read what lies in its socket: it stops listening.
  run_sql(standby.url(), "ALTER SYSTEM SET primary_conninfo = ''");
  run_sql(standby.url(), "SELECT pg_reload_conf()");
  wait_until(primary.url(), "(SELECT COUNT(*) FROM pg_stat_replication) = 0");
  for (int users = 0; users < 3; ++users) BOOST_TEST((node.store(std::to_string(users) + "@b.example") == errc::ok));
  primary.crash();
  standby.promote();

  const auto lines = logged([&node] {
    BOOST_TEST((node.store("next@b.example") == errc::ok));
    BOOST_TEST((node.store("after@b.example") == errc::ok));
  });
  // Three that were acknowledged are gone; it is said once, and work goes on with what is there.
  const auto lost = lines_about("store.acknowledged_lost", lines);
  BOOST_REQUIRE_EQUAL(lost.size(), 1u);
  BOOST_TEST(lost.front().find("\"transactions\":3") != std::string::npos, lost.front());
  BOOST_TEST(ask_sql(standby.url("pl"), "SELECT string_agg(email, ' ' ORDER BY email) FROM users") ==
             "after@b.example next@b.example there@b.example");
  // Events may get positions that others have seen with lost ones.
  BOOST_TEST(lines_about("events.epoch_begun", lines).size() == 1u);
  BOOST_TEST(ask_sql(standby.url("pl"), "SELECT COUNT(*) FROM event_epoch WHERE epoch > 1 AND is_copy = 0") == "1");
}

BOOST_AUTO_TEST_CASE(a_database_that_goes_away_and_comes_back_is_logged_once_each) {
  postgresql_server server;
  lone_node node{server.url()};
  BOOST_TEST((node.store("a@b.example") == errc::ok));
  const auto away = logged([&] {
    server.crash();
    for (int tries = 0; tries < 2; ++tries) BOOST_TEST((node.store("b@b.example") == errc::service_unavailable));
  });
  BOOST_TEST(lines_about("store.connection_lost", away).size() == 1u);
  BOOST_TEST(lines_about("store.reconnected", away).empty());
  const auto back = logged([&] {
    server.start();
    for (int tries = 0; tries < 2; ++tries) BOOST_TEST((node.store(std::to_string(tries) + "@b.example") == errc::ok));
  });
  BOOST_TEST(lines_about("store.connection_lost", back).empty());
  BOOST_TEST(lines_about("store.reconnected", back).size() == 1u);
}

// What a standby has not got yet would count as absent.
BOOST_AUTO_TEST_CASE(no_session_of_ours_settles_on_a_standby) {
  postgresql_server primary;
  run_sql(primary.url(), "CREATE DATABASE pl");
  postgresql_server standby{primary, {}};
  BOOST_CHECK_EXCEPTION(open_database(standby.url("pl")), database_error, [](const database_error& refused) {
    return std::string{refused.what()}.find("the server is a standby") != std::string::npos;
  });
  // The standby is named first, and nothing says that the primary is meant.
  const auto both =
      "postgresql:///pl?user=postgres&host=" + standby.folder().string() + "," + primary.folder().string();
  lone_node node{both};
  const auto reader = node.opened->open_reader();
  BOOST_TEST((node.store("a@b.example") == errc::ok));
  BOOST_TEST(reader->is_ready());
  BOOST_TEST(ask_sql(primary.url("pl"),
                     "SELECT COUNT(*) > 1 FROM pg_stat_activity WHERE application_name = 'paylinkd'") == "t");
  BOOST_TEST(ask_sql(standby.url("pl"), "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'paylinkd'") ==
             "0");
}

BOOST_AUTO_TEST_CASE(a_server_that_takes_no_writes_is_away_until_it_does_again) {
  postgresql_server server;
  lone_node node{server.url()};
  BOOST_TEST((node.store("a@b.example") == errc::ok));
  run_sql(server.url(), "ALTER SYSTEM SET default_transaction_read_only = on");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  wait_until(server.url(), "current_setting('default_transaction_read_only') = 'on'");
  BOOST_TEST((node.store("b@b.example") == errc::service_unavailable));
  BOOST_TEST(node.state.is(concern::store_unavailable, node.clock.uptime()));
  run_sql(server.url(), "ALTER SYSTEM RESET default_transaction_read_only");
  run_sql(server.url(), "SELECT pg_reload_conf()");
  wait_until(server.url(), "current_setting('default_transaction_read_only') = 'off'");
  BOOST_TEST((node.store("b@b.example") == errc::ok));
}

BOOST_AUTO_TEST_SUITE_END()
