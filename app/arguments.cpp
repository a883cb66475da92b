#include "app/arguments.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace paylink {

namespace {

/// Says which word is no command, and which commands there are; empty when that is not what is wrong. A word behind an
/// unknown option may be its value, and a secret.
std::string unknown_command(const CLI::App& program) {
  const auto* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto known = command->get_subcommands([](const CLI::App*) { return true; });
  const auto rest = command->remaining();
  if (rest.empty() || rest.front().starts_with('-') || known.empty()) return {};
  std::string names;
  for (const auto* one : known) names += (names.empty() ? "" : ", ") + one->get_name();
  return "unknown command '" + rest.front() + "'; there are " + names;
}

} // namespace

parsed_arguments parse_arguments(int count, char** words) {
  parsed_arguments parsed;
  auto& asked = parsed.asked;
  std::string config_file, data;
  bool check = false, print = false, reference = false, errors = false;
  int days = 30;

  CLI::App program{"Payment links and bank transaction notifications.", "paylinkd"};
  program.set_version_flag("--version", PAYLINK_VERSION);
  program.add_option("--config", config_file, "Configuration file (TOML); the environment wins over it")
      ->check(CLI::ExistingFile);
  program.add_option("--data", data, "Folder of the database, keys and control socket");
  program.add_flag("--sandbox", asked.sandbox, "A sandbox with demo data and the sandbox banks");
  program.add_option("--bank-simulator", asked.bank_simulator, "Address of the sandbox bank, for sandbox.json");
  program.add_flag("--check-config", check, "Check the configuration and end");
  program.add_flag("--print-settings", print, "Print every setting with its value and end");
  program.add_flag("--print-reference", reference, "Print the reference of all settings (Markdown) and end");
  program.add_flag("--print-errors", errors, "Print the reference of all errors (Markdown) and end");

  auto* migrate = program.add_subcommand("migrate", "Bring the database's schema up to date and end");
  auto* back_up = program.add_subcommand("backup", "Copy an SQLite database, while it runs or not, and print the file");
  auto* admin = program.add_subcommand("admin", "Administer a service, running or not");
  admin->require_subcommand(1);
  auto* create = admin->add_subcommand("create-token", "Make an API token for a Workspace, in the name of its Owner");
  create->add_option("--workspace", asked.token.workspace, "Id of the Workspace")->required();
  create->add_option("--name", asked.token.name, "Name of the token")->default_val("made by paylinkd admin");
  create->add_option("--permission", asked.token.permissions,
                     "payment_links:write and so on, once for each; all when not given");
  create->add_option("--expires-in-days", days, "Lifetime")->check(CLI::Range(1, 365))->default_val(30);
  auto* rotate = admin->add_subcommand("rotate-master-key", "Make a new master key and seal everything anew with it");
  rotate->add_flag("--remove-old", asked.remove_old_keys,
                   "Make none, but remove the old ones from the file once nothing is sealed with them");
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
    parsed.exit_code = program.exit(fault) == 0 ? 0 : 2;
    return parsed;
  }
  asked.config_file = config_file;
  asked.data = data;
  asked.token.lifetime = std::chrono::hours{24 * days};
  if (*create)
    asked.what = task::create_token;
  else if (*rotate)
    asked.what = task::rotate_master_key;
  else if (*migrate)
    asked.what = task::migrate;
  else if (*back_up)
    asked.what = task::back_up;
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
