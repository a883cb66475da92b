// That the program which measures neighbours and strangers sees what it says it sees; not how fast anything is.
#include "tests/e2e/child_process.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace paylink::testing {

namespace {

program_output run(std::vector<std::string> options) {
  const std::vector<std::string> small{"neighbours", "--transactions", "3000", "--seconds",   "2",  "--credits",
                                       "20",         "--pages",        "20",   "--strangers", "60", "--searches",
                                       "12",         "--lists",        "3"};
  options.insert(options.begin(), small.begin(), small.end());
  options.front() = std::string{PAYLINK_BIN_DIR} + "/" + options.front();
  // The sanitizer keeps what was freed for a while, and would hide what the service itself keeps.
  const char* const given = std::getenv("ASAN_OPTIONS");
  ::setenv("ASAN_OPTIONS", (std::string{given ? given : ""} + ":quarantine_size_mb=1").c_str(), 1);
  return run_program(options, {});
}

} // namespace

BOOST_AUTO_TEST_CASE(others_are_served_beside_a_neighbour_who_searches_and_strangers_who_send_half) {
  // How long anything takes is not judged here, but memory is: half of the strangers' bodies alone are 54 MB.
  const auto ended = run({"--least-ms", "60000", "--alone-ms", "60000", "--memory-mib", "40"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
  for (const std::string line : {"  200 ", "  429 "})
    BOOST_TEST(ended.text.find(line) != std::string::npos, ended.text);
}

BOOST_AUTO_TEST_CASE(a_p99_that_is_too_long_is_told_and_ends_with_1) {
  const auto ended = run({"--factor", "0", "--least-ms", "0", "--alone-ms", "0"});
  BOOST_TEST(ended.exit_code == 1, ended.text);
  BOOST_TEST(ended.text.find("ms already: ") != std::string::npos, ended.text);
  BOOST_TEST(ended.text.find("MISSED:   pages: p99 is") != std::string::npos, ended.text);
}

BOOST_AUTO_TEST_CASE(credits_are_settled_beside_people_who_look_at_the_workspace) {
  // How long anything takes is not judged here, but that each stream lasts and has its hints is.
  for (const std::string backend : {"sqlite", "postgresql"}) {
    const auto ended = run_program({std::string{PAYLINK_BIN_DIR} + "/watchers", "--backend", backend, "--streams", "30",
                                    "--events", "200", "--rounds", "1", "--least-ms", "60000"},
                                   {});
    BOOST_TEST(ended.exit_code == 0, ended.text);
    BOOST_TEST(ended.text.find("hints a second on each stream") != std::string::npos, ended.text);
  }
}

} // namespace paylink::testing
