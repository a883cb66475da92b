// What the documents tell the reader to type or to follow is there.
#include "tests/structure/repository.hpp"

#include <boost/test/unit_test.hpp>
#include <regex>

namespace fs = std::filesystem;
using namespace paylink::structure;

namespace {

std::vector<const source_file*> documents() {
  std::vector<const source_file*> all;
  for (const auto& file : source_files()) {
    if (file.extension() == ".md") all.push_back(&file);
  }
  return all;
}

// The scripts, the programs and the test programs.
bool can_be_typed(const std::string& program) {
  if (program.starts_with("scripts/")) return fs::exists(root() / program);
  const auto name = fs::path{program}.filename().string();
  if (name.starts_with("test_")) return fs::exists(root() / "tests" / name.substr(5) / "CMakeLists.txt");
  const auto declaration = "'(paylink_program|add_executable)\\(" + name + "\\b'";
  return run_command("grep -rqE --include=CMakeLists.txt " + declaration + " app bench cli sandbox tests").status == 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(documents_rules)

BOOST_AUTO_TEST_CASE(every_command_of_a_document_exists) {
  static const std::regex command{R"(\b(scripts/[a-z][a-z-]*|build/[a-z]+/bin/[a-z_]+))"};
  std::size_t checked = 0;
  for (const auto* document : documents()) {
    std::set<std::string> seen;
    for (const auto& line : document->lines) {
      for (auto at = std::sregex_iterator{line.begin(), line.end(), command}; at != std::sregex_iterator{}; ++at) {
        if (!seen.insert(at->str()).second) continue;
        BOOST_CHECK_MESSAGE(can_be_typed(at->str()), document->path << ": there is no " << at->str());
        ++checked;
      }
    }
  }
  BOOST_TEST(checked > 5u);
}

BOOST_AUTO_TEST_CASE(every_relative_link_of_a_document_leads_somewhere) {
  static const std::regex link{R"(\]\(([^)#:\s]+)(#[^)]*)?\))"};
  for (const auto* document : documents()) {
    for (const auto& line : document->lines) {
      for (auto at = std::sregex_iterator{line.begin(), line.end(), link}; at != std::sregex_iterator{}; ++at) {
        const auto target = root() / fs::path{document->path}.parent_path() / (*at)[1].str();
        BOOST_CHECK_MESSAGE(fs::exists(target), document->path << ": " << (*at)[1] << " leads nowhere");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_readme_begins_with_the_two_commands) {
  const auto readme = read_text(root() / "README.md");
  for (const std::string text : {"\nscripts/run\n", "\nscripts/test\n", "scripts/paylink sandbox pay", "```mermaid"}) {
    BOOST_CHECK_MESSAGE(readme.find(text) != std::string::npos, "README.md lacks: " << text);
  }
}

BOOST_AUTO_TEST_CASE(the_readme_shows_every_folder_of_the_house) {
  const auto readme = read_text(root() / "README.md");
  std::set<std::string> folders;
  for (const auto& file : source_files()) folders.insert(file.folder());
  for (const auto& folder : folders) {
    if (folder.empty() || folder.front() == '.') continue;
    BOOST_CHECK_MESSAGE(readme.find("`" + folder + "/`") != std::string::npos, "README.md does not name " << folder);
  }
}

BOOST_AUTO_TEST_SUITE_END()
