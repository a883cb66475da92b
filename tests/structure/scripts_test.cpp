// Every script explains itself, and says the same in the documents.
#include "tests/structure/repository.hpp"

#include <boost/test/unit_test.hpp>

namespace fs = std::filesystem;
using namespace paylink::structure;

namespace {

std::vector<const source_file*> scripts() {
  std::vector<const source_file*> all;
  for (const auto& file : source_files()) {
    if (file.folder() == "scripts" && fs::path{file.path}.parent_path() == "scripts") all.push_back(&file);
  }
  return all;
}

bool mentions(const source_file& file, const std::string& text) {
  for (const auto& line : file.lines) {
    if (line.find(text) != std::string::npos) return true;
  }
  return false;
}

bool is_executable(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

} // namespace

BOOST_AUTO_TEST_SUITE(scripts_rules)

BOOST_AUTO_TEST_CASE(every_script_can_be_started_and_explains_itself) {
  BOOST_TEST(scripts().size() >= 6u);
  for (const auto* script : scripts()) {
    BOOST_CHECK_MESSAGE(is_executable(root() / script->path), script->path << " is not executable");
    // A script that does not know the option would do its work now: so it is looked for before it is asked.
    BOOST_CHECK_MESSAGE(mentions(*script, "--help"), script->path << " has no --help");
    if (!mentions(*script, "--help")) continue;
    const auto help = run_command("timeout 20 " + script->path + " --help");
    BOOST_CHECK_MESSAGE(help.status == 0, script->path << " --help ended with " << help.status);
    BOOST_CHECK_MESSAGE(help.output.size() > 60, script->path << " --help says too little: " << help.output);
  }
}

BOOST_AUTO_TEST_CASE(shell_scripts_stop_at_the_first_error) {
  for (const auto& file : source_files()) {
    if (file.lines.empty() || !file.lines.front().starts_with("#!") || !file.lines.front().ends_with("bash")) continue;
    BOOST_CHECK_MESSAGE(mentions(file, "set -euo pipefail"), file.path << ": no set -euo pipefail");
    const auto syntax = run_command("bash -n " + file.path);
    BOOST_CHECK_MESSAGE(syntax.status == 0, syntax.output);
  }
}

BOOST_AUTO_TEST_CASE(continuous_integration_runs_the_test_script_and_nothing_else) {
  std::vector<std::string> commands;
  for (const auto& line : lines_of(read_text(root() / ".ci/run"))) {
    if (!line.empty() && line.front() != '#' && !line.starts_with("set ")) commands.push_back(line);
  }
  BOOST_REQUIRE_EQUAL(commands.size(), 1u);
  BOOST_TEST(commands.front().find("scripts/test") != std::string::npos);
  BOOST_TEST(is_executable(root() / ".ci/run"));
}

BOOST_AUTO_TEST_CASE(the_title_of_a_commit_is_a_short_imperative) {
  const std::string sixty(60, 'a');
  const std::pair<std::string, bool> rows[] = {
      {"Skip locked links", true},
      {"Skip locked links.", false},
      {"skip locked links", false},
      {"Adds a lock", false},
      {"Fixed a lock", false},
      {"Removing a lock", false},
      {"Address the lock", true},
      {"Use a lock", true},
      {"", false},
      {"A" + sixty.substr(1), true},
      {"A" + sixty, false},
      {"Merge branch 'x' of a place with a long name" + sixty, true},
      {"Skip locks\n\nA longer body that says why it is so, in as many characters as it takes.", true}};
  for (const auto& [message, is_taken] : rows) {
    const auto ran = run_command("f=$(mktemp) && printf %b \"" + message +
                                 "\" > $f && scripts/hooks/commit-msg $f; s=$?; rm $f; exit $s");
    BOOST_TEST((ran.status == 0) == is_taken, message << ": " << ran.output);
  }
}

BOOST_AUTO_TEST_CASE(wrong_options_are_refused_with_status_2) {
  for (const std::string call : {"scripts/build no-such-preset", "scripts/run --no-such-option",
                                 "scripts/format --no-such-option", "scripts/packages no-such-verb"}) {
    BOOST_CHECK_MESSAGE(run_command("timeout 20 " + call).status == 2, call << " was not refused");
  }
}

BOOST_AUTO_TEST_CASE(run_refuses_a_wrong_port_before_anything_starts) {
  for (const std::string port : {"abc", "0", "65536", "99999", "-1", "080", "8080x", "''"}) {
    for (const auto& call :
         {"scripts/run --port " + port, "scripts/run --bank-port " + port, "scripts/run --receiver-port " + port}) {
      const auto ran = run_command("timeout 20 " + call + " 2>&1");
      BOOST_TEST(ran.status == 2, call);
      BOOST_TEST(ran.output.find("must be a port from 1 to 65535") != std::string::npos, ran.output);
    }
  }
  BOOST_TEST(run_command("PAYLINK_RUN_PORT=abc timeout 20 scripts/run").status == 2);
}

// A checkout of stand-ins: nothing is built, and the service answers once it runs.
BOOST_AUTO_TEST_CASE(the_commands_that_run_prints_can_be_typed_where_it_was_started) {
  const std::string checkout = R"(d=$(mktemp -d) && mkdir -p "$d/co/scripts" "$d/co/build/release/bin" "$d/bin" &&
    cp scripts/run "$d/co/scripts/" && cd "$d/co" &&
    for one in scripts/packages scripts/build; do printf '#!/bin/sh\n' > $one; done &&
    printf '#!/bin/sh\necho "{\\"url\\": \\"a-link\\"}"\n' > build/release/bin/paylink &&
    for one in paylinkd banksim; do printf '#!/bin/sh\nexec sleep 2\n' > build/release/bin/$one; done &&
    printf '#!/bin/sh\ncase "$*" in */livez) exit 1; esac\n' > "$d/bin/curl" &&
    chmod +x scripts/* build/release/bin/* "$d/bin/curl" && PATH=$d/bin:$PATH && )";
  const auto here = run_command(checkout + "scripts/run; rm -r \"$d\"").output;
  BOOST_TEST(here.find("\n  scripts/paylink listen &\n") != std::string::npos, here);
  BOOST_TEST(here.find("=$(scripts/paylink payment-links create ") != std::string::npos, here);
  const auto elsewhere = run_command(checkout + "cd / && \"$d/co/scripts/run\"; echo at \"$d\"; rm -r \"$d\"").output;
  const auto at = elsewhere.rfind("at ") + 3;
  const auto typed = elsewhere.substr(at, elsewhere.find('\n', at) - at) + "/co/scripts/paylink";
  BOOST_TEST(elsewhere.find("\n  " + typed + " listen &\n") != std::string::npos, elsewhere);
  BOOST_TEST(elsewhere.find("\n  " + typed + " sandbox pay ") != std::string::npos, elsewhere);
}

BOOST_AUTO_TEST_SUITE_END()
