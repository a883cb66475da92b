#pragma once
#include "cli/sandbox_file.hpp"
#include "cli/terminal.hpp"
#include "http/tools/api_client.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace paylink::cli {

/// A usage error: ends the program with `exit_status::usage`.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `$XDG_CONFIG_HOME/paylink/config.toml`, else in `~/.config`; what it does not set is empty.
struct config_file {
  std::string base_url, token_file, workspace, bank_account;
};
/// Throws usage_error for an unknown setting.
config_file read_config(const terminal& at);

/// The options of every verb that calls the service.
struct service_options {
  std::string base_url, token_file, sandbox, ca_file;
  double timeout_seconds = 30;
  bool as_json = false;
};

/// Adds `--base-url`, `--token-file`, `--sandbox`, `--ca-file`, `--timeout` and `--json`.
void add_service_options(CLI::App& verb, service_options& options);

/// Adds only `--sandbox`.
void add_sandbox_option(CLI::App& verb, std::string& directory);

/// The sandbox named by the option or PAYLINK_SANDBOX; none if neither is set. Throws usage_error if it cannot be read.
std::optional<sandbox_file> find_sandbox(const std::string& option, const terminal& at);

/// A sandbox's file, and what named it: the option, or else the environment.
std::string origin_of(const sandbox_file& sandbox, const std::string& option);

/// Where the service is, and with which token. Options win over the environment, which wins over
/// `$XDG_CONFIG_HOME/paylink/config.toml`; a sandbox ranks with the place that names it. Notes where the token was read
/// from. Throws usage_error if there is no address.
api_client_options find_service(const service_options& options, terminal& at);

} // namespace paylink::cli
