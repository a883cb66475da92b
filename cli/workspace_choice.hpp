#pragma once
#include "cli/service_call.hpp"

#include <string>

namespace CLI {
class App;
}

namespace paylink::cli {

/// Adds `--workspace`.
void add_workspace_option(CLI::App& verb, std::string& workspace);

/// The Workspace that the option names, else the sandbox's first one, else that of config.toml. Throws usage_error.
std::string choose_workspace(const std::string& option, const service_options& connection, const terminal& at);

/// The bank account that the option names, else the first one that the sandbox has in this Workspace, else that of
/// config.toml. Throws usage_error.
std::string choose_bank_account(const std::string& option, const std::string& workspace,
                                const service_options& connection, const terminal& at);

} // namespace paylink::cli
