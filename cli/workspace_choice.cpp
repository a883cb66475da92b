#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace paylink::cli {

void add_workspace_option(CLI::App& verb, std::string& workspace) {
  verb.add_option("--workspace", workspace, "Id of the Workspace (default: from config.toml or the sandbox)")
      ->type_name("ID");
}

std::string choose_workspace(const std::string& option, const service_options& connection, const terminal& at) {
  if (!option.empty()) return option;
  if (auto sandbox = find_sandbox(connection.sandbox, at); sandbox && !sandbox->workspaces.empty())
    return sandbox->workspaces.front().id;
  auto usual = read_config(at).workspace;
  if (usual.empty()) throw usage_error{"no Workspace: give --workspace, or set workspace in config.toml"};
  return usual;
}

std::string choose_bank_account(const std::string& option, const std::string& workspace,
                                const service_options& connection, const terminal& at) {
  if (!option.empty()) return option;
  if (auto sandbox = find_sandbox(connection.sandbox, at)) {
    auto found = std::ranges::find(sandbox->workspaces, workspace, &sandbox_file::workspace::id);
    if (found != sandbox->workspaces.end() && !found->bank_accounts.empty()) return found->bank_accounts.front().id;
  }
  auto usual = read_config(at).bank_account;
  if (usual.empty()) throw usage_error{"no bank account: give --bank-account, or set bank_account in config.toml"};
  return usual;
}

} // namespace paylink::cli
