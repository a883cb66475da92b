#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace paylink::cli {

/// What the command line needs from a running sandbox's `sandbox.json`. Missing members are empty.
struct sandbox_file {
  struct bank_account {
    std::string id, number;
    std::string feed; ///< Code of the feed that reports it.
    std::string bank; ///< Code of its bank.
  };
  struct workspace {
    std::string id;
    std::string signing_key;
    std::vector<bank_account> bank_accounts;
  };
  /// Where a bank reports what moves, and the secret that it signs with.
  struct feed {
    std::string url, secret;
  };
  std::string path; ///< Of the file itself.
  std::string base_url;
  std::string access_token;
  std::string bank_simulator;
  std::string ca_file, ca_key;
  std::vector<workspace> workspaces;
  std::map<std::string, feed> feeds; ///< By the bank's code.
};

/// Reads `directory/sandbox.json`, or returns what is wrong with it.
std::variant<sandbox_file, std::string> read_sandbox_file(const std::filesystem::path& directory);

} // namespace paylink::cli
