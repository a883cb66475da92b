#pragma once
#include "tests/e2e/sandbox_service.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace paylink::test {

inline std::string text_of_file(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

inline bool says(const program_output& reported, std::string_view part) {
  BOOST_TEST_MESSAGE(reported.text);
  return reported.text.find(part) != std::string::npos;
}

/// A sandbox, and the commands that its operator types beside it, running or not.
class operated_service {
public:
  explicit operated_service(std::map<std::string, std::string> environment = {}) : service{std::move(environment)} {}

  /// Runs `paylinkd` on the service's folder with these words, and these variables alone. It listens on a free port
  /// unless a variable names another address.
  program_output paylinkd(const std::vector<std::string>& words, const std::map<std::string, std::string>& with = {}) {
    return paylinkd_at(service.folder(), words, with);
  }
  program_output paylinkd_at(const std::filesystem::path& folder, const std::vector<std::string>& words,
                             const std::map<std::string, std::string>& with = {}) {
    std::vector<std::string> command{"/bin/sh", "-c", "exec env \"$@\" 2>&1", "env", "PAYLINK_HTTP_LISTEN=127.0.0.1:0"};
    for (const auto& [name, value] : with) command.push_back(name + "=" + value);
    for (const char* word : {"timeout", "60", PAYLINK_BIN_DIR "/paylinkd", "--sandbox", "--data"})
      command.emplace_back(word);
    command.push_back(folder.string());
    command.insert(command.end(), words.begin(), words.end());
    return run_program(command, {});
  }
  /// As the folder remembers it.
  std::string database_id() const {
    const auto kept = text_of_file(service.folder() / "database");
    return kept.substr(0, kept.find('\n'));
  }

  sandbox_service service;
};

} // namespace paylink::test
