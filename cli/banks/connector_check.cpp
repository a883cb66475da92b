#include "connectors/connector_check.hpp"

#include "cli/files.hpp"
#include "cli/report.hpp"
#include "cli/service_call.hpp"
#include "cli/verbs.hpp"
#include "secrets/random.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct connector_options {
  std::string url, secret_file, ca_file;
  connector_trial trial{
      .feed = "MB", .account_number = "5550001111", .holder_name = "NGUYEN VAN A", .phone = "0912345678"};
  double timeout_seconds = 10;
  bool as_json = false;
};

std::string secret_of(const connector_options& options, const terminal& at) {
  auto found = words(at.variable("PAYLINK_CONNECTOR_SECRET"));
  if (!options.secret_file.empty()) {
    const auto text = read_file(options.secret_file);
    if (!text) throw usage_error{"the secret's file " + options.secret_file + " cannot be read"};
    found = words(*text);
  }
  if (found.empty()) throw usage_error{"no secret of the connector: give --secret-file or PAYLINK_CONNECTOR_SECRET"};
  return found.front();
}

constexpr std::array result_columns{column{"VERDICT", "verdict"}, column{"CHECK", "check"},
                                    column{"PROBLEM", "problem"}};

void print(const std::vector<connector_check_result>& results, bool all_right, bool as_json, terminal& at) {
  json::array rows;
  for (const auto& one : results)
    rows.push_back(json::object{{"verdict", one.problem.empty() ? "right" : "WRONG"},
                                {"check", one.name},
                                {"problem", one.problem.empty() ? json::value(nullptr) : json::value(one.problem)}});
  if (as_json)
    at.out << json::serialize(json::object{{"all_right", all_right}, {"checks", std::move(rows)}}) << "\n";
  else
    print_table(at.out, result_columns, rows);
}

exit_status check(const connector_options& options, terminal& at) {
  auto trial = options.trial;
  trial.secret = secret_of(options, at);
  api_client client{{.base_url = options.url,
                     .token = {},
                     .ca_file = options.ca_file,
                     .timeout = std::chrono::milliseconds{static_cast<std::int64_t>(options.timeout_seconds * 1'000)}}};
  const system_wall_clock clock;
  system_random random;
  const auto results = check_connector(client, trial, clock, random);
  const bool all_right =
      std::ranges::all_of(results, [](const connector_check_result& one) { return one.problem.empty(); });
  print(results, all_right, options.as_json, at);
  if (results.size() == 1 && !all_right) return exit_status::unreachable;
  return all_right ? exit_status::done : exit_status::refused;
}

} // namespace

void add_connector(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* connector = program.add_subcommand("connector", "Test a bank's connector.");
  connector->require_subcommand(1);
  auto options = std::make_shared<connector_options>();
  auto* verb = connector->add_subcommand(
      "check", "Make the calls of the connector protocol, and report unexpected responses. Starts a connection.");
  verb->add_option("url", options->url, "The connector's address, as in banks.CODE.connector_url")->required();
  verb->add_option("--secret-file", options->secret_file,
                   "File with the connector's secret (default: the one in [PAYLINK_CONNECTOR_SECRET])")
      ->type_name("FILE");
  auto& trial = options->trial;
  verb->add_option("--bank", trial.feed, "The bank's code, or NAPAS for the switch")->capture_default_str();
  verb->add_option("--number", trial.account_number, "An account that can be connected")->capture_default_str();
  verb->add_option("--holder", trial.holder_name, "The holder's name")->capture_default_str();
  verb->add_option("--phone", trial.phone, "The holder's phone number")->capture_default_str();
  verb->add_option("--identity-number", trial.identity_number, "The holder's identity number, if required")
      ->type_name("NUMBER");
  verb->add_option("--bin", trial.bin, "The account's bank, on the switch's connector")->type_name("BIN");
  verb->add_option("--connection", trial.connection_id,
                   "The connection of a connected account: test its state and entries instead of a new connection")
      ->type_name("ID");
  verb->add_option("--brand", trial.brand, "brand.name of the service, used in header names")->capture_default_str();
  verb->add_option("--ca-file", options->ca_file, "PEM file with a certificate authority to trust besides the system's")
      ->type_name("FILE");
  verb->add_option("--timeout", options->timeout_seconds, "Timeout of a call, in seconds")
      ->check(CLI::Range(0.1, 600.0))
      ->capture_default_str();
  verb->add_flag("--json", options->as_json, "Print one JSON document");
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return check(*options, at); }; });
}

} // namespace paylink::cli
