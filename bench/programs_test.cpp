// That the programs which measure see what they say they see; not how fast anything is.
#include "tests/e2e/child_process.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace paylink::test {

namespace {

struct measuring {
  std::string words;              ///< The program and its options.
  std::vector<std::string> lines; ///< What its output contains.
  int exit_code = 0;              ///< 0: nothing was refused, lost or left open, and every limit was kept.
};

const std::string neighbours =
    "neighbours --transactions 3000 --seconds 2 --credits 20 --pages 20 --strangers 60 --searches 12 --lists 3 ";

// The machine may be busy with other tests, and the stores are small: times are not judged.
const measuring all[]{
    {"open_pages --pages 200 --on-one-link 100 --links 5 --rounds 2 --idle-seconds 1 --addresses 3",
     {"cancelled to the last of the link's pages"}},
    {"slow_clients --clients 201 --seconds 2 --limit-seconds 60 --rate 50 --addresses 3",
     {"Dribbling a header", "Dribbling a body", "Never reading"}},
    {"api_calls --links 300 --calls 300 --far-page 10 --looks 5", {"Making a link", "Opening a page", "Page 10"}},
    {"console_calls --backend sqlite --links 600 --times 2 --cold-times 0 --limit-ms 60000 --doctor",
     {"  chart: 365 days", "  links: of a month", "  transactions: a text that one row has"}},
    {"console_calls --backend postgresql --links 600 --times 2 --cold-times 0 --limit-ms 60000 --doctor",
     {"  chart: 365 days"}},
    {"hostile --hanging 24 --dribbling 24 --endless 6 --each 3 --healthy 3 --rate 50 --seconds 4 --timeout-seconds 2 "
     "--p99-max 5000 --lateness-max 3000",
     {"class 0: ", "class 4: ", "class 9: "}},
    {"backlog --due 600 --receivers 4 --others 2 --fresh 60 --rate 40 --drain-rate-min 10 --fresh-p99-max 5000", {}},
    {"tls_callbacks --events 100 --receivers 2 --handshake-seconds 1", {"Plain", "TLS, kept", "TLS, a new", "resumed"}},
    {"watchers --backend sqlite --streams 30 --events 200 --rounds 1 --least-ms 60000",
     {"hints a second on each stream"}},
    {"watchers --backend postgresql --streams 30 --events 200 --rounds 1 --least-ms 60000",
     {"hints a second on each stream"}},
    // Half of the strangers' bodies alone are 54 MB.
    {neighbours + "--least-ms 60000 --alone-ms 60000 --memory-mib 40", {"  200 ", "  429 "}},
    {neighbours + "--factor 0 --least-ms 0 --alone-ms 0", {"ms already: ", "MISSED:   pages: p99 is"}, 1},
};

program_output run(std::string_view words) {
  std::vector<std::string> command;
  for (std::size_t from = 0; from < words.size();) {
    const auto end = std::min(words.find(' ', from), words.size());
    if (end > from) command.emplace_back(words.substr(from, end - from));
    from = end + 1;
  }
  command.front() = std::string{PAYLINK_BIN_DIR} + "/" + command.front();
  // The sanitizer keeps what was freed for a while, and would hide what the service itself keeps.
  const char* const given = std::getenv("ASAN_OPTIONS");
  ::setenv("ASAN_OPTIONS", (std::string{given ? given : ""} + ":quarantine_size_mb=1").c_str(), 1);
  return run_program(command, {});
}

} // namespace

BOOST_AUTO_TEST_CASE(every_measuring_program_finds_its_promises_kept_in_a_small_store) {
  for (const auto& each : all) BOOST_TEST_CONTEXT(each.words) {
      const auto ended = run(each.words);
      BOOST_TEST(ended.exit_code == each.exit_code, ended.text);
      for (const auto& line : each.lines) BOOST_TEST(ended.text.find(line) != std::string::npos, line << ended.text);
    }
}

// So few calls show nothing of the times: only that both kinds are made, and answered as they should be.
BOOST_AUTO_TEST_CASE(people_with_and_without_an_account_are_answered_alike) {
  const auto ended = run("answer_times --calls 10");
  BOOST_TEST((ended.exit_code == 0 || ended.exit_code == 1), ended.text);
  BOOST_TEST(ended.text.find("Welch's t") != std::string::npos, ended.text);
}

} // namespace paylink::test
