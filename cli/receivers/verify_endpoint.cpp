#include "cli/files.hpp"
#include "cli/receivers/endpoint_trial.hpp"
#include "cli/receivers/signing_keys.hpp"
#include "cli/report.hpp"
#include "cli/service_call.hpp"
#include "cli/verbs.hpp"
#include "domain/addresses/address_policy.hpp"
#include "secrets/random.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <ostream>
#include <thread>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct endpoint_options {
  key_options keys;
  trial_options trial;
  std::string url, ca_file;
  double timeout_seconds = 30;
  bool as_json = false;
};

std::string_view expectation(const check_row& row) { return row.is_acceptable ? "2xx" : "401 or 400"; }

json::object record_of(const check_result& result) {
  const auto& row = *result.row;
  auto or_null = [](std::string_view text) { return text.empty() ? json::value{} : json::value(text); };
  json::object record{{"check", row.name}, {"sent", row.sent}, {"event_id", result.event_id}};
  record["expected"] = expectation(row);
  record["status"] = result.made.status_code == 0 ? json::value{} : json::value(result.made.status_code);
  record["error_class"] =
      or_null(result.made.failed_by == failure_class::none ? std::string_view{} : to_text(result.made.failed_by));
  record["duration_ms"] = result.taken.count();
  record["right"] = result.is_right;
  record["problem"] = or_null(result.problem);
  record["warning"] = or_null(result.warning);
  return record;
}

json::object row_of(const check_result& result) {
  const auto& row = *result.row;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f s", static_cast<double>(result.taken.count()) / 1000);
  const auto answer = result.made.status_code == 0 ? std::string{"none"} : std::to_string(result.made.status_code);
  const auto* verdict = !result.is_right ? "WRONG" : result.warning.empty() ? "right" : "slow";
  return {{"check", row.name}, {"verdict", verdict}, {"answer", answer}, {"expected", expectation(row)},
          {"time", seconds},   {"sent", row.sent}};
}

constexpr std::array<column, 6> check_columns{{{"CHECK", "check"},
                                               {"VERDICT", "verdict"},
                                               {"ANSWER", "answer"},
                                               {"EXPECTED", "expected"},
                                               {"TIME", "time"},
                                               {"SENT", "sent"}}};

void print_for_people(const std::vector<check_result>& results, std::ostream& out) {
  json::array lines;
  for (const auto& result : results) lines.push_back(row_of(result));
  print_table(out, check_columns, lines);
  for (const auto& result : results) {
    const auto& said = result.is_right ? result.warning : result.problem;
    if (!said.empty()) out << "\n" << result.row->name << ": " << printable(said) << "\n";
  }
}

void print_as_json(const std::string& url, const std::vector<check_result>& results, bool all_right,
                   std::ostream& out) {
  json::array checks;
  for (const auto& result : results) checks.push_back(record_of(result));
  out << json::serialize(json::object{{"url", url}, {"all_right", all_right}, {"checks", std::move(checks)}}) << "\n";
}

// Warns once about addresses that the service would refuse: the endpoint may still be tried from here.
void warn_of_address(const attempt& made, std::ostream& err) {
  const auto host = made.address.substr(0, made.address.rfind(':'));
  const auto bare = host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
  const auto address = ip_address::parse(bare);
  if (address && is_special_purpose(*address))
    err << "warning: " << bare << " is not a public address; the service calls it only if the operator allows it, "
        << "as a sandbox does\n";
}

// A sandbox adds its own authority, however it was given. If only the environment names it, and no key is needed from
// it, it may be missing.
std::string authority_of_sandbox(const std::string& option, bool is_needed, const terminal& at) {
  try {
    const auto sandbox = find_sandbox(option, at);
    return sandbox ? sandbox->ca_file : std::string{};
  } catch (const usage_error&) {
    if (is_needed || !option.empty()) throw;
    return {};
  }
}

/// Gives a receiver on this machine up to five seconds to start, and pauses before each further attempt.
std::function<bool()> wait_for_start(double timeout_seconds) {
  constexpr double seconds_max = 5;
  constexpr std::chrono::milliseconds pause{100};
  const std::chrono::duration<double> patience{std::min(timeout_seconds, seconds_max)};
  return [began = std::chrono::steady_clock::now(), patience, pause] {
    if (std::chrono::steady_clock::now() - began >= patience) return false;
    std::this_thread::sleep_for(pause);
    return true;
  };
}

exit_status verify_endpoint(endpoint_options options, terminal& at) {
  auto& keys = options.trial.keys;
  const bool is_webhook = options.keys.is_webhook;
  keys = {is_webhook ? received_kind::webhook : received_kind::callback, find_keys(options.keys, at).keys, {}};
  if (is_webhook) keys.api_keys = find_api_keys(options.keys, at);
  // The keys of a sandbox belong to different Workspaces: there is no previous one among them.
  const bool is_from_sandbox =
      !is_webhook && options.keys.signing_key_file.empty() && words(at.variable("PAYLINK_SIGNING_KEY")).empty();
  if (is_from_sandbox) keys.keys.resize(1);
  if (options.ca_file.empty()) options.ca_file = authority_of_sandbox(options.keys.sandbox, is_from_sandbox, at);

  const system_wall_clock clock;
  system_random random;
  endpoint_probe probe{options.url, options.ca_file,
                       std::chrono::milliseconds{static_cast<std::int64_t>(options.timeout_seconds * 1000)}};
  options.trial.may_try_again = wait_for_start(options.timeout_seconds);
  const auto results = try_endpoint(probe, options.trial, clock, random);
  const bool all_right = std::ranges::all_of(results, &check_result::is_right);

  if (options.as_json)
    print_as_json(options.url, results, all_right, at.out);
  else
    print_for_people(results, at.out);
  warn_of_address(results.front().made, at.err);
  if (results.size() == 1) {
    at.err << "the first " << (is_webhook ? "webhook" : "callback") << " got no response; no more were sent\n";
  } else {
    const auto right = std::ranges::count_if(results, &check_result::is_right);
    at.err << right << " of " << results.size()
           << " correct. Only your records show whether the repeated event was processed "
           << "once: look for " << results.front().event_id << "\n";
  }
  if (is_unreachable(results.front())) return exit_status::unreachable;
  return all_right ? exit_status::done : exit_status::refused;
}

} // namespace

void add_verify_endpoint(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<endpoint_options>();
  auto* verb = program.add_subcommand(
      "verify-endpoint",
      "Send valid and invalid test callbacks or webhooks to an endpoint; exit code 0 if every response is correct.");
  verb->add_option("url", options->url,
                   "The URL of the endpoint; http only for a loopback address, which gets 5 s to start")
      ->required();
  verb->add_option("--ca-file", options->ca_file, "Certificates to trust besides the system's (PEM)")
      ->type_name("FILE");
  verb->add_option("--timeout", options->timeout_seconds, "Seconds to wait for each response")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 30.0))
      ->capture_default_str();
  verb->add_option("--brand", options->trial.brand, "brand.name of the service, used in header names")
      ->capture_default_str();
  verb->add_flag("--json", options->as_json, "Print the results as JSON");
  add_key_options(*verb, options->keys);
  add_api_key_option(*verb, options->keys);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return verify_endpoint(*options, at); }; });
}

} // namespace paylink::cli
