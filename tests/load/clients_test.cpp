// That the programs which measure many and slow clients see what they say they see; not how fast anything is.
#include "tests/e2e/child_process.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::testing {

namespace {

/// Ends with 0 only when nothing was refused, lost or left open.
program_output run(const std::string& program, std::vector<std::string> options) {
  options.insert(options.begin(), std::string{PAYLINK_BIN_DIR} + "/" + program);
  return run_program(options, {});
}

bool has_line(const std::string& text, const std::string& meaning, const std::string& value) {
  const auto at = text.find(meaning);
  const auto end = text.find('\n', at);
  return at != std::string::npos && text.substr(at, end - at).ends_with(" " + value);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_open_page_stays_open_and_shows_the_change_of_its_link) {
  const auto ended = run("open_pages", {"--pages", "200", "--on-one-link", "100", "--links", "5", "--rounds", "2",
                                        "--idle-seconds", "1", "--addresses", "3"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
  BOOST_TEST(ended.text.find("cancelled to the last of the link's pages") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_slow_client_is_cut_and_ordinary_requests_are_answered_meanwhile) {
  const auto ended = run("slow_clients", {"--clients", "201", "--seconds", "2", "--limit-seconds", "60", "--rate", "50",
                                          "--addresses", "3"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
  for (const std::string kind : {"Dribbling a header", "Dribbling a body", "Never reading"})
    BOOST_TEST(has_line(ended.text.substr(ended.text.find(kind)), "  cut", "67"), ended.text);
}

BOOST_AUTO_TEST_CASE(links_are_made_pages_opened_and_lists_walked) {
  const auto ended = run("api_calls", {"--links", "300", "--calls", "300", "--far-page", "10", "--looks", "5"});
  BOOST_TEST(ended.exit_code == 0, ended.text);
  for (const std::string kind : {"Making a link", "Opening a page", "Page 10"})
    BOOST_TEST(ended.text.find(kind) != std::string::npos, ended.text);
}

// Of the times, so small a store tells nothing.
BOOST_AUTO_TEST_CASE(what_the_console_asks_is_answered_and_the_doctor_finds_nothing_in_a_filled_year) {
  for (const std::string backend : {"sqlite", "postgresql"}) {
    const auto ended = run("console_calls", {"--backend", backend, "--links", "600", "--times", "2", "--cold-times",
                                             "0", "--limit-ms", "60000", "--doctor"});
    BOOST_TEST(ended.exit_code == 0, ended.text);
    for (const std::string kind :
         {"  chart: 365 days", "  links: of a month", "  transactions: a text that one row has"})
      BOOST_TEST(ended.text.find(kind) != std::string::npos, ended.text);
  }
}

// So few calls tell nothing of the times: only that both kinds are made, and answered as they should be.
BOOST_AUTO_TEST_CASE(people_with_and_without_an_account_are_answered_alike) {
  const auto ended = run("answer_times", {"--calls", "10"});
  BOOST_TEST((ended.exit_code == 0 || ended.exit_code == 1), ended.text);
  for (const std::string kind : {"Signing in with a wrong password", "Asking for recovery", "Welch's t"})
    BOOST_TEST(ended.text.find(kind) != std::string::npos, ended.text);
}

} // namespace paylink::testing
