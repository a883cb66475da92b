// `verify-endpoint --webhook` and `verify-signature --webhook`.
#include "cli/receivers/endpoint_trial.hpp"
#include "cli/receivers/event_listener.hpp"
#include "tests/cli/local_endpoint.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::vector<std::string> secrets{"whs_one", "whs_two"}, api_keys{"whk_one", "whk_two"};

/// How a receiver judges a webhook; a test changes one part.
struct webhook_receiver {
  std::vector<std::string> its_secrets = secrets, its_api_keys = api_keys;
  bool looks_at_api_key = true, looks_at_signature = true, looks_at_age = true;
  std::int64_t age_max = webhook_age_max;

  unsigned operator()(const http_request& request) const {
    if (looks_at_api_key && !is_api_key(request.header("x-client-api-key"), its_api_keys)) return 401;
    const auto signed_at = request.header("x-service-timestamp");
    const auto clock = unix_seconds(system_wall_clock{}.now());
    const auto seconds = looks_at_age && age_max == webhook_age_max ? clock : std::stoll(std::string{signed_at});
    const auto verdict = check_callback(signed_at, request.body, request.header("x-service-signature"), its_secrets,
                                        seconds, received_kind::webhook);
    const bool is_too_late = clock - std::stoll(std::string{signed_at}) > age_max;
    return !looks_at_signature || (verdict == callback_verdict::verified && !(looks_at_age && is_too_late)) ? 200 : 401;
  }
};

program_result try_receiver(const std::function<unsigned(const http_request&)>& status_of) {
  local_endpoint endpoint{[&](const http_request& request) {
    return receiver_conduct{receiver_conduct::kind::answer, status_of(request)};
  }};
  return run_program({"verify-endpoint", "--webhook", endpoint.url(), "--ca-file", endpoint.ca_file(), "--json"},
                     {{"PAYLINK_WEBHOOK_SECRET", secrets[0] + " " + secrets[1]},
                      {"PAYLINK_WEBHOOK_API_KEY", api_keys[0] + " " + api_keys[1]}});
}

// These checks and no others must catch the receiver.
void expect_caught(const std::function<unsigned(const http_request&)>& status_of,
                   const std::set<std::string>& expected) {
  const auto ran = try_receiver(status_of);
  BOOST_TEST(ran.code == (expected.empty() ? 0 : 1), ran.err);
  std::set<std::string> wrong;
  const auto results = json::parse(ran.out);
  BOOST_TEST(results.at("checks").as_array().size() == cli::webhook_check_rows.size());
  for (const auto& value : results.at("checks").as_array())
    if (!value.at("right").as_bool()) wrong.emplace(value.at("check").as_string());
  BOOST_TEST(wrong == expected, boost::test_tools::per_element());
}

std::set<std::string> names_that_are(bool acceptable) {
  std::set<std::string> names;
  for (const auto& row : cli::webhook_check_rows)
    if (row.is_acceptable == acceptable) names.emplace(row.name);
  return names;
}

std::string member_of(const json::value& row, std::string_view name) { return std::string{row.at(name).as_string()}; }

json::array webhook_vectors() {
  return paylink::read_vectors("callbacks-vectors.json").at("workspace_webhook_vectors").as_array();
}

program_result verify(const json::value& row, const std::string& body, std::int64_t age,
                      std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"verify-signature",
                                     "--webhook",
                                     "--timestamp",
                                     member_of(row, "timestamp"),
                                     "--signature",
                                     member_of(row, "signature"),
                                     "--at",
                                     std::to_string(std::stoll(member_of(row, "timestamp")) + age)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments,
                     {{"PAYLINK_WEBHOOK_SECRET", member_of(row, "secret")}, {"PAYLINK_SIGNING_KEY", "plsk_x"}}, body);
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_endpoints)

BOOST_AUTO_TEST_CASE(the_receiver_of_paylink_listen_passes_every_check_and_processes_the_repeated_webhook_once) {
  temporary_folder folder;
  cli::seen_events seen{folder / "seen"};
  std::istringstream in;
  std::ostringstream out, err;
  cli::terminal at{in, out, err, {}};
  cli::event_listener listener{{.as_json = true}, {received_kind::webhook, secrets, api_keys}, seen, at};
  local_endpoint endpoint{
      [&](const http_request& request) { return listener.receive(request, unix_seconds(system_wall_clock{}.now())); }};
  const auto ran = run_program({"verify-endpoint", "--webhook", endpoint.url(), "--ca-file", endpoint.ca_file(),
                                "--webhook-secret-file", folder.write("secrets", secrets[0] + "\n" + secrets[1]),
                                "--webhook-api-key-file", folder.write("api-keys", api_keys[0] + "\n" + api_keys[1])});
  BOOST_TEST(ran.code == 0, ran.out << ran.err << out.str());
  BOOST_TEST(has(ran.err, "14 of 14 correct"), ran.err);
  BOOST_TEST(!has(ran.out + ran.err, "whs_"));
  BOOST_TEST(!has(ran.out + ran.err, "whk_"));
  std::multiset<bool> repeated;
  std::istringstream lines{out.str()};
  for (std::string line; std::getline(lines, line);) {
    const auto heard = json::parse(line);
    if (!heard.at("verified").as_bool()) continue;
    BOOST_TEST(member_of(heard, "event_id").starts_with("txn_test_"));
    repeated.insert(heard.at("repeated").as_bool());
  }
  BOOST_TEST(repeated.count(true) == 1u);
  BOOST_TEST(repeated.count(false) == 6u);
}

BOOST_AUTO_TEST_CASE(a_receiver_that_is_wrong_in_one_way_is_caught_by_the_checks_of_it) {
  expect_caught(webhook_receiver{}, {});
  expect_caught([](const http_request&) { return 200u; }, names_that_are(false));
  expect_caught([](const http_request&) { return 401u; }, names_that_are(true));
  expect_caught(webhook_receiver{.looks_at_api_key = false}, {"no_api_key", "wrong_api_key"});
  expect_caught(webhook_receiver{.looks_at_signature = false},
                {"no_signature", "wrong_signature", "changed_body", "too_old", "too_far_ahead"});
  expect_caught(webhook_receiver{.looks_at_age = false}, {"too_old", "too_far_ahead"});
  expect_caught(webhook_receiver{.age_max = callback_age_max}, {"too_old", "too_far_ahead"});
  expect_caught(webhook_receiver{.its_secrets = {secrets[0]}}, {"previous_key"});
  expect_caught(webhook_receiver{.its_api_keys = {api_keys[0]}}, {"previous_key"});
}

BOOST_AUTO_TEST_CASE(a_receiver_that_judges_the_event_instead_of_the_request_is_caught) {
  const webhook_receiver right;
  expect_caught(
      [&](const http_request& request) {
        const auto date = member_of(json::parse(request.body), "transaction_date");
        const auto age = system_wall_clock{}.now() - parse_rfc3339(date).value();
        return age > std::chrono::minutes{5} ? 401u : right(request);
      },
      {"late_repeat"});
  expect_caught([&](const http_request& request) { return has(request.body, "\"future\"") ? 400u : right(request); },
                {"unknown_member"});
  auto known = std::make_shared<std::set<std::string>>();
  expect_caught(
      [&, known](const http_request& request) {
        const auto status = right(request);
        return status == 200 && !known->insert(member_of(json::parse(request.body), "transaction_id")).second ? 409u
                                                                                                              : status;
      },
      {"repeated"});
}

// Signs what it wrote itself, as the interface allows; but as a careless library writes it.
BOOST_AUTO_TEST_CASE(a_receiver_that_writes_the_json_again_with_other_escapes_is_caught) {
  const webhook_receiver right;
  expect_caught(
      [&](const http_request& request) {
        auto other = request;
        const auto place = other.body.find("\u2028");
        if (place != other.body.npos) other.body.replace(place, 3, "\\u2028");
        return right(other);
      },
      {"odd_text"});
}

BOOST_AUTO_TEST_CASE(without_a_second_pair_that_check_is_left_out) {
  local_endpoint endpoint{[](const http_request& request) {
    return receiver_conduct{receiver_conduct::kind::answer, webhook_receiver{}(request)};
  }};
  const auto ran = run_program(
      {"verify-endpoint", "--webhook", endpoint.url(), "--ca-file", endpoint.ca_file()},
      {{"PAYLINK_WEBHOOK_SECRET", secrets[0] + " " + secrets[1]}, {"PAYLINK_WEBHOOK_API_KEY", api_keys[0]}});
  BOOST_TEST(ran.code == 0, ran.out);
  BOOST_TEST(has(ran.err, "13 of 13 correct"));
}

BOOST_AUTO_TEST_CASE(the_document_of_the_command_line_has_the_table_of_webhook_checks) {
  std::ifstream in{PAYLINK_SOURCE_DIR "/docs/cli.md"};
  const std::string document{std::istreambuf_iterator<char>{in}, {}};
  const auto table = document.substr(document.find("verify-endpoint --webhook"));
  for (const auto& row : cli::webhook_check_rows) {
    const auto line = "\n| `" + std::string{row.name} + "` | " + std::string{row.sent} + " | " +
                      (row.is_acceptable ? "2xx" : "401 or 400") + " |\n";
    BOOST_TEST(has(table, line), "docs/cli.md lacks" << line);
  }
}

// The document names an address of the reader's; here the command runs against an endpoint of ours.
BOOST_AUTO_TEST_CASE(the_command_of_the_document_works_as_it_is_written) {
  local_endpoint endpoint{[](const http_request& request) {
    return receiver_conduct{receiver_conduct::kind::answer, webhook_receiver{}(request)};
  }};
  std::ifstream in{PAYLINK_SOURCE_DIR "/docs/webhooks.md"};
  int commands = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("paylink verify-endpoint ")) continue;
    ++commands;
    std::vector<std::string> typed{"--ca-file", endpoint.ca_file()};
    std::istringstream words{line.substr(line.find(' ') + 1)};
    for (std::string word; words >> word;) typed.push_back(word.starts_with("http") ? endpoint.url() : word);
    std::ranges::rotate(typed, typed.begin() + 2);
    const auto ran =
        run_program(typed, {{"PAYLINK_WEBHOOK_SECRET", secrets[0]}, {"PAYLINK_WEBHOOK_API_KEY", api_keys[0]}});
    BOOST_TEST(ran.code == 0, line << ": " << ran.err << ran.out);
  }
  BOOST_TEST(commands == 1);
}

BOOST_AUTO_TEST_CASE(every_webhook_vector_verifies_for_five_minutes_and_no_other_body_does) {
  const auto vectors = webhook_vectors();
  BOOST_TEST(vectors.size() == 13u);
  for (const auto& row : vectors) {
    const auto body = member_of(row, "canonical");
    for (const auto age : {-300, 0, 300}) BOOST_TEST(verify(row, body, age).code == 0, member_of(row, "id") << age);
    const auto old = verify(row, body, 301), ahead = verify(row, body, -301), other = verify(row, body + "\n", 0);
    BOOST_TEST(old.err == "the timestamp is more than 5 minutes old\n");
    BOOST_TEST(ahead.err == "the timestamp is more than 5 minutes ahead\n");
    BOOST_TEST(has(other.err, "check the webhook's secret"));
    BOOST_TEST(has(other.err, "the secret was read from the variable PAYLINK_WEBHOOK_SECRET"));
    for (const auto* ran : {&old, &ahead, &other}) BOOST_TEST(ran->code == 1);
    BOOST_TEST(!has(other.err, member_of(row, "secret")));
  }
}

BOOST_AUTO_TEST_CASE(any_of_several_api_keys_fits_and_nothing_but_the_whole_key) {
  for (const auto& key : api_keys) BOOST_TEST(is_api_key(key, api_keys));
  for (const auto* other : {"", "whk_", "whk_on", "whk_onE", "whk_one ", "whk_onewhk_two"})
    BOOST_TEST(!is_api_key(other, api_keys), other);
  BOOST_TEST(!is_api_key("", std::vector<std::string>{}));
}

BOOST_AUTO_TEST_SUITE_END()
