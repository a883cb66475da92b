#pragma once
#include "cli/service_call.hpp"

namespace paylink::cli {

/// A client of the sandbox bank that the option names, or else the sandbox. Throws usage_error if neither names one.
api_client find_sandbox_bank(const std::string& option, const std::string& sandbox_directory, const terminal& at);

/// Adds `--bank-simulator`.
void add_bank_option(CLI::App& verb, std::string& bank);

} // namespace paylink::cli
