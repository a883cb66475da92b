#include "app/arguments.hpp"

#include "config/option_fault.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace paylink {

namespace {

/// Says which word is not a command, and lists the commands; empty if that is not the error. A word after an unknown
/// option may be its value, and a secret.
std::string unknown_command(const CLI::App& program) {
  const auto* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto known = command->get_subcommands([](const CLI::App*) { return true; });
  const auto rest = command->remaining();
  if (rest.empty() || rest.front().starts_with('-') || known.empty()) return {};
  std::string names;
  for (const auto* one : known) names += (names.empty() ? "" : ", ") + one->get_name();
  return "unknown command '" + rest.front() + "'; the commands are " + names;
}

} // namespace

parsed_arguments parse_arguments(int count, char** words) {
  parsed_arguments parsed;
  auto& asked = parsed.asked;
  std::string config_file, data, restored;
  bool check = false, print = false, reference = false, errors = false;
  int days = 30;

  CLI::App program{"Payment links and bank transaction notifications.", "paylinkd"};
  program.set_version_flag("--version", PAYLINK_VERSION);
  program.add_option("--config", config_file, "Configuration file (TOML); the environment overrides it")
      ->check(CLI::ExistingFile);
  program.add_option("--data", data, "Folder of the database, keys and control socket");
  program.add_flag("--sandbox", asked.sandbox, "Run a sandbox with demo data and the sandbox banks");
  program.add_option("--bank-simulator", asked.bank_simulator, "Address of the sandbox bank, written to sandbox.json");
  program.add_flag("--check-config", check, "Check the configuration and exit");
  program.add_flag("--print-settings", print, "Print every setting with its value and exit");
  program.add_flag("--print-reference", reference, "Print the reference of all settings (Markdown) and exit");
  program.add_flag("--print-errors", errors, "Print the reference of all errors (Markdown) and exit");

  auto* migrate = program.add_subcommand("migrate", "Bring the database's schema up to date and exit");
  auto* back_up = program.add_subcommand(
      "backup", "Back up an SQLite database, with the service running or not, and print the file's path");
  auto* restoring = program.add_subcommand(
      "restore",
      "Restore a backup of an SQLite database while the service is stopped, or mark the database as restored");
  restoring->add_option("FILE", restored, "The backup, made by paylinkd backup");
  restoring->add_flag("--replace", asked.replace,
                      "Replace an existing database, which is kept in before-restore-… beside the new one");
  restoring->add_flag("--mark", asked.mark, "Only mark the database as restored, for example by PostgreSQL's tools");
  auto* examine = program.add_subcommand(
      "doctor", "Check the consistency of the database, with the service running or not; changes nothing");
  examine->add_flag("--deep", asked.deep, "Also have SQLite check its whole file, during which its WAL grows");
  examine->add_flag("--json", asked.as_json, "Print the findings as one JSON document");
  auto* admin = program.add_subcommand("admin", "Administer the service, whether it is running or not");
  admin->require_subcommand(1);
  auto* create = admin->add_subcommand("create-token", "Create an API token for a Workspace, owned by its Owner");
  create->add_option("--workspace", asked.token.workspace, "Id of the Workspace")->required();
  create->add_option("--name", asked.token.name, "Name of the token")->default_val("made by paylinkd admin");
  create->add_option("--permission", asked.token.permissions,
                     "A permission, such as payment_links:write; may be repeated (default: all)");
  create->add_option("--expires-in-days", days, "Lifetime")->check(CLI::Range(1, 365))->default_val(30);
  auto* rotate =
      admin->add_subcommand("rotate-master-key", "Create a new master key and re-encrypt all secrets with it");
  rotate->add_flag("--remove-old", asked.remove_old_keys,
                   "Remove the old keys from the file once nothing is encrypted with them");
  add_operator_verbs(*admin, asked.order);
  program.require_subcommand(0, 1);

  try {
    program.parse(count, words);
  } catch (const CLI::ParseError& fault) {
    parsed.go_on = false;
    if (const auto unknown = unknown_command(program); !unknown.empty()) {
      std::cerr << "paylinkd: " << unknown << "\nTry --help.\n";
      parsed.exit_code = 2;
      return parsed;
    }
    if (fault.get_exit_code() == 0) {
      parsed.exit_code = program.exit(fault);
      return parsed;
    }
    std::cerr << "paylinkd: " << option_fault(fault.what()) << "\nTry --help.\n";
    parsed.exit_code = 2;
    return parsed;
  }
  asked.config_file = config_file;
  asked.data = data;
  asked.restored_file = restored;
  asked.token.lifetime = std::chrono::hours{24 * days};
  if (*create)
    asked.what = task::create_token;
  else if (*rotate)
    asked.what = task::rotate_master_key;
  else if (!asked.order.verb.empty())
    asked.what = task::carry_out_order;
  else if (*migrate)
    asked.what = task::migrate;
  else if (*examine)
    asked.what = task::examine_database;
  else if (*back_up)
    asked.what = task::back_up;
  else if (*restoring)
    asked.what = task::restore;
  else if (check)
    asked.what = task::check_config;
  else if (print)
    asked.what = task::print_settings;
  else if (reference)
    asked.what = task::print_reference;
  else if (errors)
    asked.what = task::print_errors;
  return parsed;
}

} // namespace paylink
