// That the programs which measure receivers see what they say they see; not how fast anything is.
#include "tests/e2e/child_process.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::testing {

namespace {

/// Ends with 0 only when nothing was lost, and every bound that the program knows was kept.
program_output run(const std::string& program, std::vector<std::string> options) {
  options.insert(options.begin(), std::string{PAYLINK_BIN_DIR} + "/" + program);
  return run_program(options, {});
}

} // namespace

BOOST_AUTO_TEST_CASE(hostile_receivers_are_left_in_time_and_ordinary_ones_hear_of_their_credits) {
  const auto ended = run("hostile", {"--hanging",      "24",  "--dribbling",       "24", "--endless", "6",
                                     "--each",         "3",   "--healthy",         "3",  "--rate",    "50",
                                     "--seconds",      "4",   "--timeout-seconds", "2",  "--p99-max", "5000",
                                     "--lateness-max", "3000"}); // the machine may be busy with other tests
  BOOST_TEST(ended.exit_code == 0, ended.text);
  BOOST_TEST(ended.text.find("class 0: ") != std::string::npos, ended.text); // acknowledged
  BOOST_TEST(ended.text.find("class 4: ") != std::string::npos, ended.text); // timeout
  BOOST_TEST(ended.text.find("class 9: ") != std::string::npos, ended.text); // reset
}

BOOST_AUTO_TEST_CASE(a_backlog_is_drained_beside_new_credits_within_the_limits_of_each_host) {
  const auto ended = run("backlog", {"--due", "600", "--receivers", "4", "--others", "2", "--fresh", "60", "--rate",
                                     "40", "--drain-rate-min", "10", "--fresh-p99-max", "5000"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
}

BOOST_AUTO_TEST_CASE(callbacks_over_tls_are_counted_beside_handshakes) {
  const auto ended = run("tls_callbacks", {"--events", "100", "--receivers", "2", "--handshake-seconds", "1"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
  for (const std::string kind : {"Plain", "TLS, kept", "TLS, a new", "resumed"})
    BOOST_TEST(ended.text.find(kind) != std::string::npos, ended.text);
}

} // namespace paylink::testing
