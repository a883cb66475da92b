// Sizes, names and forms of the files.
#include "tests/structure/repository.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <regex>

using namespace paylink::structure;

namespace {

bool is_code(const source_file& file) {
  static const std::set<std::string> extensions{".cpp", ".hpp", ".cmake", ".sql",  ".js",
                                                ".ts",  ".css", ".sh",    ".html", ".mustache"};
  return extensions.contains(file.extension()) || file.name() == "CMakeLists.txt" ||
         (!file.lines.empty() && file.lines.front().starts_with("#!"));
}

bool says_nothing(const std::string& name) {
  static const std::regex pattern{"(^|[_.-])(util|utility|utilitie|common|helper|manager|base|impl|misc)s?([_.-]|$)"};
  return std::regex_search(name, pattern);
}

} // namespace

BOOST_AUTO_TEST_SUITE(source_file_rules)

BOOST_AUTO_TEST_CASE(no_file_is_longer_than_400_lines) {
  std::size_t checked = 0;
  for (const auto& file : source_files()) {
    if (!is_code(file)) continue;
    BOOST_CHECK_MESSAGE(file.lines.size() <= 400, file.path << " has " << file.lines.size() << " lines");
    ++checked;
  }
  BOOST_TEST(checked > 20u);
}

BOOST_AUTO_TEST_CASE(no_file_has_a_name_that_says_nothing) {
  for (const auto& file : source_files())
    BOOST_CHECK_MESSAGE(!says_nothing(file.name()), file.path << ": name it after what it holds");
  BOOST_TEST((says_nothing("string_utils.hpp") && says_nothing("base.cpp") && !says_nothing("database.cpp")));
}

BOOST_AUTO_TEST_CASE(cpp_files_are_named_in_snake_case) {
  static const std::regex pattern{"[a-z][a-z0-9]*(_[a-z0-9]+)*\\.(cpp|hpp)"};
  for (const auto& file : source_files()) {
    BOOST_CHECK_MESSAGE(!file.is_cpp() || std::regex_match(file.name(), pattern), file.path);
  }
}

BOOST_AUTO_TEST_CASE(headers_are_read_once) {
  for (const auto& file : source_files()) {
    if (file.extension() != ".hpp") continue;
    bool is_guarded = false;
    for (const auto& line : file.lines) is_guarded = is_guarded || line == "#pragma once";
    BOOST_CHECK_MESSAGE(is_guarded, file.path << ": no #pragma once");
  }
}

BOOST_AUTO_TEST_CASE(no_line_ends_in_a_blank_and_none_has_a_tab) {
  for (const auto& file : source_files()) {
    if (!is_code(file)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto& line = file.lines[i];
      BOOST_CHECK_MESSAGE(line.empty() || !std::isspace(static_cast<unsigned char>(line.back())),
                          file.path << ":" << i + 1 << ": a blank at the end");
      BOOST_CHECK_MESSAGE(line.find('\t') == std::string::npos, file.path << ":" << i + 1 << ": a tab");
    }
  }
}

// A test file that no CMakeLists.txt names would never run, and nobody would notice.
BOOST_AUTO_TEST_CASE(every_cpp_file_is_built) {
  std::string shared; // Every list of the tests: they build what lies in tests/support/ in several places.
  for (const auto& file : source_files()) {
    const bool is_list = file.path.starts_with("tests/") && file.name() == "CMakeLists.txt";
    if (is_list || file.extension() == ".cmake") shared += read_text(root() / file.path);
  }
  for (const auto& file : source_files()) {
    if (file.extension() != ".cpp") continue;
    const std::filesystem::path path{file.path};
    const auto nearby = path.parent_path().filename() / path.filename();
    bool is_named = file.path.starts_with("tests/support/") && shared.find(nearby.string()) != std::string::npos;
    for (auto folder = path.parent_path(); !is_named && !folder.empty(); folder = folder.parent_path()) {
      for (const auto& list : std::filesystem::directory_iterator{root() / folder}) {
        const bool is_list = list.path().filename() == "CMakeLists.txt" || list.path().extension() == ".cmake";
        const auto named = path.lexically_relative(folder).string();
        is_named = is_named || (is_list && read_text(list.path()).find(named) != std::string::npos);
      }
    }
    BOOST_CHECK_MESSAGE(is_named, file.path << " is in no CMakeLists.txt");
  }
}

BOOST_AUTO_TEST_CASE(each_preset_builds_in_a_folder_of_its_own_name) {
  const auto presets = boost::json::parse(read_text(root() / "CMakePresets.json"));
  std::set<std::string> names;
  for (const auto& preset : presets.at("configurePresets").as_array()) {
    const std::string name{preset.at("name").as_string()};
    names.insert(name);
    BOOST_TEST(std::string{preset.at("binaryDir").as_string()} == "${sourceDir}/build/" + name);
  }
  // The scripts build these two by name.
  BOOST_TEST(names.contains("dev"));
  BOOST_TEST(names.contains("release"));
}

BOOST_AUTO_TEST_SUITE_END()
