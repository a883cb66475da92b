#include "tests/e2e/child_process.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace paylink::test {

namespace {

const std::string program = std::string{PAYLINK_BIN_DIR} + "/paylinkd";

/// Nodes at one server, each with its data folder.
struct several_nodes {
  ~several_nodes() { std::filesystem::remove_all(folder); }

  child_process start(const std::string& data, const std::string& drain_delay = "1ms") const {
    return {program,
            {"--data", (folder / data).string()},
            {{"PAYLINK_DATABASE_URL", server.url()},
             {"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"},
             {"PAYLINK_HTTP_DRAIN_DELAY", drain_delay},
             {"PAYLINK_CLUSTER_NODE_NAME", "one-name"}},
            (folder / (data + ".log")).string()};
  }
  std::string ask(const std::string& sql) const { return test::ask_sql(server.url(), sql); }
  /// How many incarnations are in this state, once there are so many of them.
  bool come_to(int state, int count) const {
    const auto sql = "SELECT COUNT(*) FROM nodes WHERE state = " + std::to_string(state);
    const auto is_so = [&] {
      return ask("SELECT COUNT(*) FROM pg_tables WHERE tablename = 'nodes'") == "1" &&
             ask(sql) == std::to_string(count);
    };
    return test::until(is_so, std::chrono::minutes{2});
  }

  test::postgresql_server server;
  std::filesystem::path folder = test::make_scratch_folder("paylink-incarnations-");
};

/// How many of a process's threads would take a signal and end the process: all but the first, which waits for it.
int threads_that_take(int signal, ::pid_t of) {
  int count = 0;
  for (const auto& thread : std::filesystem::directory_iterator{"/proc/" + std::to_string(of) + "/task"}) {
    if (thread.path().filename() == std::to_string(of)) continue;
    std::ifstream status{thread.path() / "status"};
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("SigBlk:")) count += (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) == 0;
  }
  return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(lives_of_processes)

BOOST_AUTO_TEST_CASE(a_folder_has_one_process_and_a_name_may_have_several) {
  several_nodes all;
  auto first = all.start("one");
  BOOST_REQUIRE(all.come_to(0, 1));

  // The same folder is refused, by name and with the process that has it.
  const auto refused =
      run_program({"/bin/sh", "-c",
                   "PAYLINK_DATABASE_URL='" + all.server.url() + "' PAYLINK_HTTP_LISTEN=127.0.0.1:0 exec " + program +
                       " --data " + (all.folder / "one").string() + " 2>&1"},
                  {});
  BOOST_TEST(refused.exit_code == 1);
  BOOST_TEST(refused.text.find("the folder " + (all.folder / "one").string() + " is in use by process " +
                               std::to_string(first.pid())) != std::string::npos,
             refused.text);

  // A copy of it is a node of its own: it takes nothing from the incarnation whose name and past it has.
  run_program({"/bin/cp", "-a", (all.folder / "one").string(), (all.folder / "copy").string()}, {});
  auto copy = all.start("copy");
  BOOST_TEST(all.come_to(0, 2));
  BOOST_TEST(all.ask("SELECT COUNT(DISTINCT name) FROM nodes") == "1");

  // A new master key would be known to one of them alone.
  const auto keys = run_program({"/bin/cat", (all.folder / "one" / "master.key").string()}, {}).text;
  const auto rotate = [&all] {
    return run_program({"/bin/sh", "-c",
                        "PAYLINK_DATABASE_URL='" + all.server.url() + "' exec " + program + " --data " +
                            (all.folder / "one").string() + " admin rotate-master-key 2>&1"},
                       {});
  };
  const auto not_alone = rotate();
  BOOST_TEST(not_alone.exit_code == 1);
  BOOST_TEST(not_alone.text.find("another node uses this database") != std::string::npos, not_alone.text);
  BOOST_TEST(run_program({"/bin/cat", (all.folder / "one" / "master.key").string()}, {}).text == keys);

  // Killed and begun again, it knows its last incarnation to be over.
  first.end(SIGKILL);
  BOOST_TEST(all.ask("SELECT COUNT(*) FROM nodes WHERE state = 2") == "0");
  first = all.start("one");
  BOOST_TEST(all.come_to(2, 1));
  BOOST_TEST(all.come_to(0, 2));

  // Ended in order, it says so itself.
  BOOST_TEST(copy.end(SIGTERM) == 0);
  BOOST_TEST(all.ask("SELECT COUNT(*) FROM nodes WHERE state = 2") == "2");
  const auto alone = rotate();
  BOOST_TEST(alone.exit_code == 0, alone.text);
  BOOST_TEST(first.end(SIGTERM) == 0);
  const auto stopped = rotate();
  BOOST_TEST(stopped.exit_code == 0, stopped.text);
}

BOOST_AUTO_TEST_CASE(a_process_that_is_to_end_is_unready_and_answers_until_its_balancers_have_seen_it) {
  several_nodes all;
  auto leaving = all.start("one", "5m");
  BOOST_REQUIRE(all.come_to(0, 1));
  const auto address = all.ask("SELECT address FROM nodes");
  const auto ask = [&address](const char* path) {
    return run_program({"/usr/bin/curl", "-s", "-w", " %{http_code}", "http://" + address + path}, {}).text;
  };
  const auto ready = ask("/readyz");
  BOOST_TEST((ready.starts_with("ready\n") && ready.ends_with(" 200")), ready);
  BOOST_TEST(threads_that_take(SIGTERM, leaving.pid()) == 0);
  ::kill(leaving.pid(), SIGTERM);
  BOOST_TEST(all.come_to(1, 1)); // its row says so
  const auto unready = ask("/readyz");
  BOOST_TEST(unready.find("draining: ") != std::string::npos, unready);
  BOOST_TEST(unready.ends_with(" 503"), unready);
  BOOST_TEST(ask("/livez") == "live\n 200");
  // A second signal means: do not wait.
  BOOST_TEST(leaving.end(SIGTERM) == 0);
  BOOST_TEST(all.ask("SELECT state FROM nodes") == "2");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
