#include "cli/sandbox/sandbox_bank.hpp"

#include <CLI/CLI.hpp>

namespace paylink::cli {

api_client find_sandbox_bank(const std::string& option, const std::string& sandbox_directory, const terminal& at) {
  auto bank = option;
  if (bank.empty()) {
    const auto sandbox = find_sandbox(sandbox_directory, at);
    if (sandbox && sandbox->bank_simulator.empty())
      throw usage_error{
          "the sandbox has no bank: give --bank-simulator with the address of a running banksim, or start "
          "paylinkd with it"};
    if (sandbox) bank = sandbox->bank_simulator;
  }
  if (bank.empty()) throw usage_error{"no sandbox bank: give --sandbox or --bank-simulator"};
  return api_client{{.base_url = bank, .token = {}, .ca_file = {}}};
}

void add_bank_option(CLI::App& verb, std::string& bank) {
  verb.add_option("--bank-simulator", bank, "Address of banksim")->type_name("URL");
}

} // namespace paylink::cli
