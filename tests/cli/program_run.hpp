#pragma once
#include "cli/command_line.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace paylink::test {

/// A folder that is gone after the test.
class temporary_folder {
public:
  temporary_folder() {
    auto name = (std::filesystem::temp_directory_path() / "paylink-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::string path() const { return path_.string(); }

  /// Writes a file into it and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream{path_ / name, std::ios::binary} << text;
    return (path_ / name).string();
  }

private:
  std::filesystem::path path_;
};

struct program_result {
  int code;
  std::string out, err;
};

/// Runs the command line in this process, with this environment and nothing else of it.
inline program_result run_program(const std::vector<std::string>& arguments, environment variables = {},
                                  const std::string& input = {}) {
  std::vector<const char*> words;
  for (const auto& argument : arguments) words.push_back(argument.c_str());
  std::istringstream in{input};
  std::ostringstream out, err;
  cli::terminal at{in, out, err, std::move(variables)};
  auto code = cli::run_command_line(words, at);
  return {code, out.str(), err.str()};
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

} // namespace paylink::test
