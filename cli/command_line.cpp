#include "cli/command_line.hpp"

#include "cli/service_call.hpp"
#include "cli/verbs.hpp"
#include "config/option_fault.hpp"

#include <CLI/CLI.hpp>

#include <ostream>

namespace paylink::cli {
namespace {

constexpr const char* exit_codes = R"(Exit codes:
  0  done
  1  refused by the service, or a check that failed
  2  the command line, or a file that it names, is wrong
  3  the service cannot be reached

Configuration, strongest first: options; PAYLINK_BASE_URL, PAYLINK_TOKEN, PAYLINK_SANDBOX, PAYLINK_SIGNING_KEY;
$XDG_CONFIG_HOME/paylink/config.toml with base_url, token_file, workspace and bank_account. A token or key is never an option.)";

void add_verbs(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* links =
      program.add_subcommand("payment-links", "Create, read, list and cancel payment links; manage their callbacks.");
  links->require_subcommand(1);
  add_create_link(*links, at, chosen);
  add_get_link(*links, at, chosen);
  add_list_links(*links, at, chosen);
  add_list_payments(*links, at, chosen);
  add_cancel_link(*links, at, chosen);
  add_show_callback(*links, at, chosen);
  add_resend_callback(*links, at, chosen);
  add_resend_all_callbacks(*links, at, chosen);
  auto* orders = program.add_subcommand("orders", "Create, read, list and cancel orders.");
  orders->require_subcommand(1);
  add_create_order(*orders, at, chosen);
  add_get_order(*orders, at, chosen);
  add_list_orders(*orders, at, chosen);
  add_cancel_order(*orders, at, chosen);
  add_bank_accounts(program, at, chosen);
  add_virtual_accounts(program, at, chosen);
  add_connector(program, at, chosen);
  add_webhooks(program, at, chosen);
  add_deliveries(program, at, chosen);
  add_transactions(program, at, chosen);
  add_daily_report(program, at, chosen);
  add_audit_log(program, at, chosen);
  auto* workspaces =
      program.add_subcommand("workspaces", "List, read, change, suspend, reactivate and delete Workspaces.");
  workspaces->require_subcommand(1);
  add_list_workspaces(*workspaces, at, chosen);
  add_show_workspace(*workspaces, at, chosen);
  add_update_workspace(*workspaces, at, chosen);
  add_suspend_workspace(*workspaces, at, chosen);
  add_reactivate_workspace(*workspaces, at, chosen);
  add_delete_workspace(*workspaces, at, chosen);
  add_members(program, at, chosen);
  add_invitations(program, at, chosen);
  auto* sandbox = program.add_subcommand("sandbox", "Act as a payer or an account holder at the sandbox bank.");
  sandbox->require_subcommand(1);
  add_sandbox_pay(*sandbox, at, chosen);
  add_sandbox_otp(*sandbox, at, chosen);
  add_trigger(program, at, chosen);
  add_listen(program, at, chosen);
  add_verify_endpoint(program, at, chosen);
  add_verify_signature(program, at, chosen);
}

// The full name of the innermost command given.
std::string help_of(const CLI::App& program) {
  const auto* command = &program;
  std::string path;
  while (!command->get_subcommands().empty()) {
    path += (path.empty() ? "" : " ") + command->get_name();
    command = command->get_subcommands().front();
  }
  return command->help(path);
}

// Only the names: the value of an unknown option may be a secret.
std::string names_of(const std::vector<std::string>& arguments) {
  std::string names;
  for (const auto& argument : arguments)
    if (argument.starts_with('-')) names += " " + printable(argument.substr(0, argument.find('=')));
  return names;
}

// The first word that is not a command, unless an option precedes it, whose value it may be.
std::string unknown_command(const CLI::App& program) {
  const auto* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto rest = command->remaining();
  return rest.empty() || rest.front().starts_with('-') ? std::string{} : printable(rest.front());
}

exit_status parse_and_run(CLI::App& program, std::span<const char* const> arguments, terminal& at,
                          chosen_verb& chosen) {
  std::vector<std::string> reversed{arguments.rbegin(), arguments.rend()};
  try {
    program.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    at.out << help_of(program);
    return exit_status::done;
  } catch (const CLI::CallForVersion& version) {
    at.out << version.what() << "\n";
    return exit_status::done;
  } catch (const CLI::ExtrasError&) {
    at.err << "paylink: unknown option or argument" << names_of(program.remaining(true)) << "\nTry --help.\n";
    return exit_status::usage;
  } catch (const CLI::RequiredError& wrong) {
    const auto unknown = unknown_command(program);
    at.err << "paylink: " << (unknown.empty() ? printable(wrong.what()) : "unknown command '" + unknown + "'")
           << "\nTry --help.\n";
    return exit_status::usage;
  } catch (const CLI::ArgumentMismatch& wrong) {
    at.err << "paylink: " << printable(option_fault(wrong.what())) << "\nTry --help.\n";
    return exit_status::usage;
  } catch (const CLI::ParseError& wrong) {
    at.err << "paylink: " << printable(wrong.what()) << "\nTry --help.\n";
    return exit_status::usage;
  }
  return chosen();
}

} // namespace

int run_command_line(std::span<const char* const> arguments, terminal& at) {
  CLI::App program{"Payment links from the command line.", "paylink"};
  program.require_subcommand(1);
  program.footer(exit_codes);
  program.set_version_flag("--version", "paylink " PAYLINK_VERSION);
  chosen_verb chosen;
  exit_status status = exit_status::usage;
  try {
    add_verbs(program, at, chosen);
    status = parse_and_run(program, arguments, at, chosen);
  } catch (const std::exception& wrong) {
    // usage_error, and library errors about files and addresses given by the user.
    at.err << "paylink: " << printable(wrong.what()) << "\n";
  }
  at.out.flush();
  return static_cast<int>(status);
}

} // namespace paylink::cli
