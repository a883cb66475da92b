#pragma once
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace paylink::cli {

/// What the command line needs from a running sandbox's `sandbox.json`. Missing members are empty.
struct sandbox_file {
  struct workspace {
    std::string id;
    std::string signing_key;
    std::vector<std::string> bank_accounts; ///< Their ids.
  };
  std::string path; ///< Of the file itself.
  std::string base_url;
  std::string access_token;
  std::string bank_simulator;
  std::string ca_file, ca_key;
  std::vector<workspace> workspaces;
};

/// Reads `directory/sandbox.json`, or returns what is wrong with it.
std::variant<sandbox_file, std::string> read_sandbox_file(const std::filesystem::path& directory);

} // namespace paylink::cli
