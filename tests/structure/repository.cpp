#include "tests/structure/repository.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace paylink::structure {
namespace {

bool is_left_out(const fs::path& folder) {
  static const std::set<std::string> names{".git", ".run", "build", "node_modules"};
  return names.contains(folder.filename().string());
}

// A NUL in its first bytes makes a file data, not text.
bool is_text(const std::string& content) { return content.find('\0') >= std::min<std::size_t>(content.size(), 512); }

std::vector<source_file> read_all_files() {
  std::vector<source_file> files;
  auto entry = fs::recursive_directory_iterator{root()};
  for (; entry != fs::recursive_directory_iterator{}; ++entry) {
    if (entry->is_directory() && is_left_out(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      const auto content = read_text(entry->path());
      if (is_text(content)) files.push_back({entry->path().lexically_relative(root()).string(), lines_of(content)});
    }
  }
  std::ranges::sort(files, {}, &source_file::path);
  return files;
}

std::vector<include_line> read_all_includes() {
  static const std::regex pattern{R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)"};
  std::vector<include_line> all;
  for (const auto& file : source_files()) {
    if (!file.is_cpp()) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      // The look at '#' first spares the expression for nearly every line.
      if (file.lines[i].find('#') != std::string::npos && std::regex_match(file.lines[i], match, pattern)) {
        all.push_back({&file, i + 1, match[2].str(), match[1].str() == "\""});
      }
    }
  }
  return all;
}

} // namespace

std::string include_line::text() const {
  return from->path + ":" + std::to_string(line) + ": " + (is_quoted ? '"' + target + '"' : '<' + target + '>');
}

const std::vector<source_file>& source_files() {
  static const auto files = read_all_files();
  return files;
}

const std::vector<include_line>& includes() {
  static const auto all = read_all_includes();
  return all;
}

fs::path root() { return PAYLINK_SOURCE_DIR; }

fs::path build_tree() { return fs::path{PAYLINK_BIN_DIR}.parent_path(); }

command_result run_command(const std::string& command) {
  const auto line = "cd '" + root().string() + "' && { " + command + "\n} 2>&1 </dev/null";
  auto* pipe = ::popen(line.c_str(), "r");
  if (!pipe) throw std::runtime_error{"no shell could be started"};
  std::string output;
  char block[4096];
  for (std::size_t n = 0; (n = std::fread(block, 1, sizeof block, pipe)) > 0;) output.append(block, n);
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::move(output)};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

std::string read_text(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace paylink::structure
