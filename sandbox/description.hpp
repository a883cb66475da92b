#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// What the sandbox bank knows of the service that it notifies: the part of `sandbox.json` that concerns it.
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

  /// The account that a number belongs to, main or virtual; an empty bank fits every one.
  const account* find_account(std::string_view bank, std::string_view number) const;
};

/// None when the text is no usable sandbox.json.
std::optional<description> parse_description(std::string_view text);

/// Reads `DIR/sandbox.json` again whenever the service has rewritten it. Not thread-safe.
class description_file {
public:
  explicit description_file(const std::filesystem::path& directory) : path_{directory / "sandbox.json"} {}

  /// Null while there is none, or only half of one.
  const description* read();

private:
  std::filesystem::path path_;
  std::filesystem::file_time_type read_at_{};
  std::optional<description> known_;
};

} // namespace paylink::sandbox
