#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace paylink::cli {

void add_workspace_option(CLI::App& verb, std::string& workspace) {
  verb.add_option("--workspace", workspace, "Id of the Workspace (in a sandbox: its first one)")->type_name("ID");
}

std::string choose_workspace(const std::string& option, const connection_options& connection, const terminal& at) {
  if (!option.empty()) return option;
  auto sandbox = find_sandbox(connection.sandbox, at);
  if (!sandbox || sandbox->workspaces.empty()) throw usage_error{"--workspace is required"};
  return sandbox->workspaces.front().id;
}

std::string choose_bank_account(const std::string& option, const std::string& workspace,
                                const connection_options& connection, const terminal& at) {
  if (!option.empty()) return option;
  if (auto sandbox = find_sandbox(connection.sandbox, at)) {
    auto found = std::ranges::find(sandbox->workspaces, workspace, &sandbox_file::workspace::id);
    if (found != sandbox->workspaces.end() && !found->bank_accounts.empty()) return found->bank_accounts.front();
  }
  throw usage_error{"--bank-account is required"};
}

} // namespace paylink::cli
