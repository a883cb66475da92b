#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// What the sandbox bank knows about the service that it notifies: a part of `sandbox.json`.
struct description {
  struct feed {
    std::string url;
    std::string secret;
  };
  struct account {
    std::string feed; ///< Code of the feed that reports it: the bank's, or the switch's.
    std::string bank;
    std::string number;
    std::vector<std::string> virtual_numbers;
  };
  std::string base_url;
  std::map<std::string, feed> feeds; ///< By code.
  std::vector<account> accounts;
  std::string access_token;              ///< Of the demo user.
  std::vector<std::string> workspaces;   ///< The ids of the demo Workspaces.
  std::vector<std::string> signing_keys; ///< Theirs.
  std::string ca_file, ca_key;           ///< Of the authority that the service trusts on this machine.

  /// The account that a number belongs to, main or virtual; an empty bank matches any.
  const account* find_account(std::string_view bank, std::string_view number) const;
};

/// None if the text is not a usable sandbox.json.
std::optional<description> parse_description(std::string_view text);

/// Rereads `DIR/sandbox.json` whenever the service has rewritten it. Not thread-safe.
class description_file {
public:
  explicit description_file(const std::filesystem::path& directory) : path_{directory / "sandbox.json"} {}

  /// Null while it is missing or incomplete.
  const description* read();

private:
  std::filesystem::path path_;
  std::filesystem::file_time_type read_at_{};
  std::optional<description> known_;
};

} // namespace paylink::sandbox
