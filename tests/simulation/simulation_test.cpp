#include "logging/log.hpp"
#include "tests/simulation/campaign.hpp"
#include "tests/simulation/memory_files.hpp"
#ifdef PAYLINK_PLANTED_BUGS
#include "tests/simulation/bugs/planted_bug.hpp"
#endif

#include <boost/test/unit_test.hpp>
#include <sqlite3.h>

using namespace paylink::simulation;

namespace {

struct silence {
  silence() { paylink::log::silence(); }
};

/// A connection to a file in memory, as SQLite makes it.
struct connection {
  explicit connection(const char* file) { BOOST_REQUIRE_EQUAL(sqlite3_open(file, &handle), SQLITE_OK); }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { sqlite3_close(handle); }
  int run(const char* sql) const { return sqlite3_exec(handle, sql, nullptr, nullptr, nullptr); }
  int count() const {
    int rows = -1;
    const auto read = [](void* to, int, char** values, char**) {
      *static_cast<int*>(to) = std::atoi(values[0]);
      return 0;
    };
    sqlite3_exec(handle, "SELECT COUNT(*) FROM t", read, &rows, nullptr);
    return rows;
  }
  sqlite3* handle = nullptr;
};

/// The disk after the power went, when of what was not synced nothing has reached it.
memory_files::image without_power() {
  return memory_files::disk().after_power_loss([](std::uint64_t end) { return end - 1; });
}

constexpr const char* file = "/power/test.db";

} // namespace

BOOST_FIXTURE_TEST_SUITE(simulation_parts, silence)

BOOST_AUTO_TEST_CASE(a_disk_in_memory_keeps_what_was_synced_and_loses_the_rest_with_the_power) {
  for (const bool is_synced : {true, false}) {
    auto& disk = memory_files::disk();
    disk.load({});
    memory_files::image left;
    {
      const connection one{file};
      BOOST_TEST(
          one.run(
              "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x); INSERT INTO t VALUES (1)") ==
          SQLITE_OK);
      if (!is_synced) one.run("PRAGMA synchronous = NORMAL");
      BOOST_TEST(one.run("INSERT INTO t VALUES (2)") == SQLITE_OK);
      BOOST_TEST(one.count() == 2);
      left = without_power();
    }
    disk.load(left);
    const connection after{file};
    BOOST_TEST(after.count() == (is_synced ? 2 : 1));
  }
}

BOOST_AUTO_TEST_CASE(a_disk_in_memory_fails_as_it_is_told) {
  auto& disk = memory_files::disk();
  disk.load({});
  const connection one{file};
  BOOST_TEST(one.run("PRAGMA journal_mode = WAL; CREATE TABLE t (x)") == SQLITE_OK);
  const std::pair<memory_files::operation, int> faults[] = {{memory_files::operation::write, SQLITE_FULL},
                                                            {memory_files::operation::sync, SQLITE_IOERR},
                                                            {memory_files::operation::lock, SQLITE_BUSY}};
  for (const auto& [operation, code] : faults) {
    disk.fault = [operation = operation, code = code](memory_files::operation what) {
      return what == operation ? code : SQLITE_OK;
    };
    one.run("PRAGMA synchronous = FULL");
    BOOST_TEST(one.run("INSERT INTO t VALUES (1)") == code);
    disk.fault = nullptr;
    one.run("ROLLBACK");
  }
  BOOST_TEST(one.count() == 0);
}

BOOST_AUTO_TEST_CASE(a_plan_reads_what_it_writes) {
  chance dice{7};
  const auto drawn = plan::draw(dice);
  plan read;
  read.change(drawn.text());
  BOOST_TEST(read.text() == drawn.text());
  BOOST_CHECK_THROW(read.change("nodes=many"), std::invalid_argument);
  BOOST_CHECK_THROW(read.change("faults=thunder"), std::invalid_argument);
  BOOST_CHECK_THROW(read.change("wishes=3"), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_seed_replays_to_the_letter_and_another_runs_otherwise) {
  std::set<std::uint64_t> prints;
  for (const std::uint64_t seed : {1, 2}) {
    const auto once = run({seed, {}, true}), again = run({seed, {}, true});
    BOOST_TEST(once.violation.value_or("") == "");
    BOOST_TEST(once.trace == again.trace, boost::test_tools::per_element());
    BOOST_TEST(once.print == again.print);
    BOOST_TEST(prints.insert(once.print).second);
  }
}

#ifdef PAYLINK_PLANTED_BUGS
BOOST_AUTO_TEST_CASE(a_violation_is_found_again_in_a_smaller_case) {
  paylink::planted::plant(paylink::planted::find_bug("quota_counts_duplicates"));
  const auto found = run_campaign({.first = 1, .count = 20, .processes = 2, .violations_max = 20}).violations;
  BOOST_REQUIRE(!found.empty());
  const auto seed = found.front().first;
  const auto changes = shrink(seed);
  const auto whole = run({seed, {}}), smaller = run({seed, changes});
  BOOST_TEST(smaller.violation.has_value());
  // What is taken away may have shortened a run: fewer things happen, not always fewer steps.
  BOOST_TEST(smaller.planned.size() < whole.planned.size());
  paylink::planted::plant(nullptr);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
