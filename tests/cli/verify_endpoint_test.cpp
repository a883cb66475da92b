#include "cli/receivers/endpoint_trial.hpp"
#include "cli/receivers/event_listener.hpp"
#include "http/tools/callback_check.hpp"
#include "secrets/random.hpp"
#include "tests/cli/local_endpoint.hpp"
#include "tests/support/until.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;
using act = receiver_conduct::kind;

namespace {

const std::string current_key = "plsk_current000000000000000000000000000000000000";
const std::string previous_key = "plsk_previous00000000000000000000000000000000000";

std::int64_t now() { return unix_seconds(system_wall_clock{}.now()); }
receiver_conduct answer(unsigned status) { return {act::answer, status}; }

bool is_good(const http_request& request, std::string_view body,
             std::vector<std::string> keys = {current_key, previous_key}) {
  return check_callback(request.header("x-service-timestamp"), body, request.header("x-service-signature"), keys,
                        now()) == callback_verdict::verified;
}
receiver_conduct correct(const http_request& request) { return answer(is_good(request, request.body) ? 204 : 400); }

program_result try_program(const local_endpoint& endpoint, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"verify-endpoint", endpoint.url(), "--ca-file", endpoint.ca_file()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments, {{"PAYLINK_SIGNING_KEY", current_key + "\n" + previous_key}});
}

// The checks that went wrong, with what was said of each.
std::map<std::string, std::string> wrong_checks(const program_result& ran) {
  std::map<std::string, std::string> wrong;
  const auto results = json::parse(ran.out);
  for (const auto& value : results.at("checks").as_array())
    if (!value.at("right").as_bool()) wrong.emplace(value.at("check").as_string(), value.at("problem").as_string());
  return wrong;
}

// Tries a receiver that is wrong in one way: these checks and no others must catch it, and say so.
void expect_wrong(const local_receiver::handler& answers, const std::map<std::string, std::string>& expected) {
  local_endpoint endpoint{answers};
  auto ran = try_program(endpoint, {"--json"});
  BOOST_TEST(ran.code == 1, ran.err);
  auto wrong = wrong_checks(ran);
  for (const auto& [name, said] : wrong) BOOST_TEST(expected.contains(name), name << " was called wrong: " << said);
  for (const auto& [name, part] : expected) {
    BOOST_TEST(wrong.contains(name), name << " was not called wrong");
    BOOST_TEST(has(wrong[name], part), name << " says: " << wrong[name]);
  }
}

std::map<std::string, std::string> all_that_are(bool acceptable, const std::string& said) {
  std::map<std::string, std::string> rows;
  for (const auto& row : cli::check_rows)
    if (row.is_acceptable == acceptable) rows.emplace(row.name, said.empty() ? row.when_wrong : said);
  return rows;
}

} // namespace

BOOST_AUTO_TEST_SUITE(verify_endpoint)

BOOST_AUTO_TEST_CASE(the_receiver_of_paylink_listen_passes_every_check_and_processes_the_repeated_event_once) {
  temporary_folder folder;
  cli::seen_events seen{folder / "seen"};
  std::istringstream in;
  std::ostringstream out, err;
  cli::terminal at{in, out, err, {}};
  cli::event_listener listener{{.as_json = true}, {received_kind::callback, {current_key, previous_key}, {}}, seen, at};
  program_result ran;
  {
    local_endpoint endpoint{[&](const http_request& request) { return listener.receive(request, now()); }};
    ran = try_program(endpoint);
  }
  BOOST_TEST(ran.code == 0, ran.out << ran.err);
  for (const auto& row : cli::check_rows) BOOST_TEST(has(ran.out, row.name));
  BOOST_TEST(!has(ran.out, "WRONG"));
  BOOST_TEST(has(ran.err, "12 of 12 correct"));
  BOOST_TEST(has(ran.err, "not a public address"));
  BOOST_TEST(!has(ran.out + ran.err, "plsk_"));

  std::multiset<bool> repeated;
  std::istringstream lines{out.str()};
  for (std::string line; std::getline(lines, line);) {
    auto heard = json::parse(line);
    BOOST_TEST(std::string{heard.at("event_id").as_string()}.starts_with("evt_test_"));
    if (heard.at("verified").as_bool()) repeated.insert(heard.at("repeated").as_bool());
  }
  BOOST_TEST(repeated.count(true) == 1u);
  BOOST_TEST(repeated.count(false) == 6u);
}

BOOST_AUTO_TEST_CASE(without_a_previous_key_that_check_is_left_out) {
  local_endpoint endpoint{[](const http_request& request) { return correct(request); }};
  auto ran = run_program({"verify-endpoint", endpoint.url(), "--ca-file", endpoint.ca_file(), "--json"},
                         {{"PAYLINK_SIGNING_KEY", current_key}});
  BOOST_TEST(ran.code == 0, ran.out);
  BOOST_TEST(json::parse(ran.out).at("checks").as_array().size() == cli::check_rows.size() - 1);
  BOOST_TEST(json::parse(ran.out).at("all_right").as_bool());
}

BOOST_AUTO_TEST_CASE(a_sandbox_gives_its_first_key_and_its_authority) {
  local_endpoint endpoint{
      [](const http_request& request) { return answer(is_good(request, request.body, {current_key}) ? 200 : 401); }};
  temporary_folder folder;
  folder.write("sandbox.json", json::serialize(json::value{{"ca_file", endpoint.ca_file()},
                                                           {"workspaces",
                                                            {{{"id", "ws_1"}, {"signing_key", current_key}},
                                                             {{"id", "ws_2"}, {"signing_key", previous_key}}}}}));
  auto ran = run_program({"verify-endpoint", endpoint.url(), "--sandbox", folder.path()});
  BOOST_TEST(ran.code == 0, ran.out << ran.err);
  BOOST_TEST(has(ran.err, "11 of 11 correct"));
}

// Both exported, as the quick start leaves a shell: the key comes from one variable, the authority from the other.
BOOST_AUTO_TEST_CASE(a_sandbox_named_by_the_environment_gives_its_authority_beside_a_key_of_ones_own) {
  local_endpoint endpoint{
      [](const http_request& request) { return answer(is_good(request, request.body, {current_key}) ? 200 : 401); }};
  temporary_folder folder;
  folder.write("sandbox.json", json::serialize(json::value{{"ca_file", endpoint.ca_file()}}));
  auto ran = run_program({"verify-endpoint", endpoint.url()},
                         {{"PAYLINK_SIGNING_KEY", current_key}, {"PAYLINK_SANDBOX", folder.path()}});
  BOOST_TEST(ran.code == 0, ran.out << ran.err);
  // A sandbox that is gone is not missed by who brings a key.
  auto without = run_program({"verify-endpoint", endpoint.url(), "--ca-file", endpoint.ca_file()},
                             {{"PAYLINK_SIGNING_KEY", current_key}, {"PAYLINK_SANDBOX", "/nowhere"}});
  BOOST_TEST(without.code == 0, without.out << without.err);
}

BOOST_AUTO_TEST_CASE(a_receiver_that_accepts_everything_is_caught_by_every_bad_callback) {
  expect_wrong([](const http_request&) { return answer(200); }, all_that_are(false, ""));
}

BOOST_AUTO_TEST_CASE(a_receiver_that_refuses_everything_is_caught_by_every_good_callback) {
  expect_wrong([](const http_request&) { return answer(401); }, all_that_are(true, ""));
}

BOOST_AUTO_TEST_CASE(a_receiver_that_answers_with_redirects_or_errors_is_wrong_in_every_line) {
  auto redirected = all_that_are(true, "redirect 302"), failing = all_that_are(true, "Failed with 500");
  redirected.merge(all_that_are(false, "redirect 302"));
  failing.merge(all_that_are(false, "Answered 500, which makes the service retry the callback"));
  expect_wrong([](const http_request&) { return answer(302); }, redirected);
  expect_wrong([](const http_request&) { return answer(500); }, failing);
}

BOOST_AUTO_TEST_CASE(a_refusal_with_429_asks_for_the_same_again_and_is_wrong) {
  expect_wrong([](const http_request& request) { return answer(is_good(request, request.body) ? 200 : 429); },
               all_that_are(false, "Answered 429"));
}

BOOST_AUTO_TEST_CASE(a_receiver_that_ignores_the_age_is_caught) {
  expect_wrong(
      [](const http_request& request) {
        auto signed_at = std::string{request.header("x-service-timestamp")};
        std::vector<std::string> keys{current_key, previous_key};
        auto verdict =
            check_callback(signed_at, request.body, request.header("x-service-signature"), keys, std::stoll(signed_at));
        return answer(verdict == callback_verdict::verified ? 200 : 401);
      },
      {{"too_old", "more than 24 hours ago"}, {"too_far_ahead", "more than 5 minutes ahead"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_takes_timestamps_of_five_minutes_alone_is_caught) {
  expect_wrong(
      [](const http_request& request) {
        auto age = now() - std::stoll(std::string{request.header("x-service-timestamp")});
        return answer(age < 300 && is_good(request, request.body) ? 200 : 401);
      },
      {{"late_repeat", "not only minutes"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_signs_json_which_it_wrote_anew_is_caught) {
  expect_wrong(
      [](const http_request& request) {
        return answer(is_good(request, json::serialize(json::parse(request.body))) ? 200 : 401);
      },
      {{"raw_bytes", "not over JSON that you serialized yourself"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_lets_callbacks_without_a_signature_pass_is_caught) {
  expect_wrong(
      [](const http_request& request) {
        return request.header("x-service-signature").empty() ? answer(200) : correct(request);
      },
      {{"no_signature", "anyone could report a payment"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_knows_the_current_key_alone_is_caught) {
  expect_wrong(
      [](const http_request& request) { return answer(is_good(request, request.body, {current_key}) ? 200 : 401); },
      {{"previous_key", "verify with both keys"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_refuses_members_which_it_does_not_know_is_caught) {
  expect_wrong(
      [](const http_request& request) { return has(request.body, "\"future\"") ? answer(400) : correct(request); },
      {{"unknown_member", "Ignore unknown members"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_refuses_an_event_which_it_knows_is_caught) {
  auto known = std::make_shared<std::set<std::string>>();
  expect_wrong(
      [known](const http_request& request) {
        if (!is_good(request, request.body)) return answer(401);
        return answer(known->insert(std::string{request.header("x-service-event-id")}).second ? 200 : 409);
      },
      {{"repeated", "Return 2xx again"}});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_hangs_is_tried_once_and_told_of_its_time) {
  std::atomic<int> heard = 0;
  local_endpoint endpoint{[&heard](const http_request&) {
    ++heard;
    return receiver_conduct{act::hang, 0};
  }};
  auto ran = try_program(endpoint, {"--timeout", "0.4"});
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(has(ran.out, "timeout: The timeout of 400 ms expired while waiting for a response from 127.0.0.1."),
             ran.out);
  BOOST_TEST(has(ran.out, "return 2xx at once"));
  BOOST_TEST(has(ran.err, "no more were sent"));
  BOOST_TEST(heard == 1);
}

BOOST_AUTO_TEST_CASE(a_receiver_that_drops_the_bad_callbacks_without_an_answer_is_caught) {
  expect_wrong(
      [](const http_request& request) {
        return is_good(request, request.body) ? answer(200) : receiver_conduct{act::reset, 0};
      },
      all_that_are(false, "reset: The connection to 127.0.0.1:"));
}

BOOST_AUTO_TEST_CASE(an_answer_that_takes_long_is_right_and_warned_of) {
  local_endpoint endpoint{[](const http_request& request) {
    pause_for(60ms);
    return correct(request);
  }};
  cli::trial_options options;
  options.keys.keys = {current_key};
  options.slow_after = 50ms;
  options.pause = 20ms;
  endpoint_probe probe{endpoint.url(), endpoint.ca_file(), 10s};
  system_random random;
  for (const auto& result : cli::try_endpoint(probe, options, system_wall_clock{}, random)) {
    BOOST_TEST(result.is_right, result.problem);
    BOOST_TEST(has(result.warning, "The response was slow"));
  }
}

BOOST_AUTO_TEST_CASE(the_document_of_the_command_line_has_the_table_of_checks) {
  std::ifstream in{PAYLINK_SOURCE_DIR "/docs/cli.md"};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  for (const auto& row : cli::check_rows) {
    const auto line = "\n| `" + std::string{row.name} + "` | " + std::string{row.sent} + " | " +
                      (row.is_acceptable ? "2xx" : "401 or 400") + " |\n";
    BOOST_TEST(has(text, line), "docs/cli.md lacks" << line);
  }
}

// The documents name an address of the reader's; here the command runs against an endpoint of ours.
BOOST_AUTO_TEST_CASE(the_commands_of_the_documents_work_as_they_are_written) {
  local_endpoint endpoint{[](const http_request& request) { return correct(request); }};
  temporary_folder folder;
  const auto key_file = folder.write("signing-key", current_key + "\n" + previous_key + "\n");
  for (const std::string document : {"cli.md", "callbacks.md", "verify/README.md"}) {
    std::ifstream in{PAYLINK_SOURCE_DIR "/docs/" + document};
    int commands = 0;
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("paylink verify-endpoint ")) continue;
      ++commands;
      std::vector<std::string> arguments{"--ca-file", endpoint.ca_file()};
      std::istringstream words{line.substr(line.find(' ') + 1)};
      std::vector<std::string> typed;
      for (std::string word; words >> word;)
        typed.push_back(word.starts_with("http") ? endpoint.url() : word == "signing-key" ? key_file : word);
      typed.insert(typed.end(), arguments.begin(), arguments.end());
      auto ran = run_program(typed, {{"PAYLINK_SIGNING_KEY", current_key}});
      BOOST_TEST(ran.code == 0, document << ": " << line << ": " << ran.err << ran.out);
    }
    BOOST_TEST(commands == 1, document);
  }
}

BOOST_AUTO_TEST_SUITE_END()
