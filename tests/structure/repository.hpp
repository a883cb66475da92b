#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace paylink::structure {

/// A file of the repository, by its path from the root.
struct source_file {
  std::string path;
  std::vector<std::string> lines;

  /// The first folder of the path; empty for a file in the root.
  std::string folder() const { return path.substr(0, path.find('/') == std::string::npos ? 0 : path.find('/')); }
  std::string name() const { return std::filesystem::path{path}.filename().string(); }
  std::string extension() const { return std::filesystem::path{path}.extension().string(); }
  /// It tests or measures the product, and is not a part of it.
  bool is_of_tests() const { return folder() == "tests" || folder() == "bench"; }
  bool is_cpp() const { return extension() == ".cpp" || extension() == ".hpp"; }
};

/// One `#include` line.
struct include_line {
  const source_file* from;
  std::size_t line;
  std::string target; ///< Without quotes or brackets.
  bool is_quoted;

  /// `actors/workspaces/workspace.cpp:12: <soci/soci.h>`
  std::string text() const;
};

/// Every file with text of ours, build trees and the like left out; read once.
const std::vector<source_file>& source_files();

/// Every include of every C++ file.
const std::vector<include_line>& includes();

/// The root of the checkout, and the tree that this test was built in.
std::filesystem::path root();
std::filesystem::path build_tree();

/// Runs a command of a shell in the root; what it printed on both streams, and its exit status.
struct command_result {
  int status;
  std::string output;
};
command_result run_command(const std::string& command);

/// The text's lines, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// A whole file; empty if there is none.
std::string read_text(const std::filesystem::path& file);

} // namespace paylink::structure
