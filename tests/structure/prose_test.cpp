// Words in documents, comments and messages that are nearly always wrong; CONTRIBUTING has the rules behind them.
#include "domain/values/ascii.hpp"
#include "tests/structure/repository.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <regex>

using namespace paylink::structure;

namespace {

// Code may use such a word as a name.
std::string prose_of_code(const std::string& line) {
  static const std::regex text{R"(//+<?.*$|"(\\.|[^"\\])*")"};
  std::string prose;
  for (auto at = std::sregex_iterator{line.begin(), line.end(), text}; at != std::sregex_iterator{}; ++at)
    prose += at->str() + ' ';
  return prose;
}

std::string prose_of(const source_file& file) {
  static const std::regex comment_mark{R"(^\s*(///?<?|#|--)\s*)"}, quoted_code{"`[^`]*`"}, space{"\\s+"};
  const bool is_code = file.is_cpp() || file.extension() == ".mjs" || file.extension() == ".js";
  std::string prose;
  for (const auto& line : file.lines)
    prose += std::regex_replace(is_code ? prose_of_code(line) : line, comment_mark, "") + ' ';
  return std::regex_replace(std::regex_replace(prose, quoted_code, ""), space, " ");
}

/// Each with what to say instead. The brackets keep this file out.
struct tic {
  std::string_view part; ///< Of the word, in lower case: where it does not stand, nobody has to look closer.
  std::regex pattern;
  std::string instead;
};
const std::vector<tic>& tics() {
  constexpr auto any_case = std::regex::ECMAScript | std::regex::icase;
  static const std::vector<tic> all{
      {"ane", std::regex{R"(\bane[w]\b)", any_case}, "again, or a verb with re-"},
      {"whoeve", std::regex{R"(\bwhoeve[r]\b)", any_case}, "anyone who, or the name of who it is"},
      {"none", std::regex{R"(\b(is|are) none o[f]\b)", any_case}, "is not, or there is no"},
  };
  return all;
}

bool may_have_tic(const source_file& file) {
  return std::ranges::any_of(file.lines, [](const std::string& line) {
    const auto lowered = paylink::ascii_lowered(line);
    return std::ranges::any_of(tics(), [&](const tic& one) { return lowered.find(one.part) != lowered.npos; });
  });
}

std::string first_tic(const source_file& file) {
  if (!may_have_tic(file)) return {};
  const auto prose = prose_of(file);
  for (const auto& [part, pattern, instead] : tics()) {
    std::smatch found;
    if (!std::regex_search(prose, found, pattern)) continue;
    const auto at = static_cast<std::size_t>(found.position());
    const auto from = at < 40 ? 0 : at - 40;
    return "\"…" + prose.substr(from, 80) + "…\"; better: " + instead;
  }
  return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(prose_rules)

BOOST_AUTO_TEST_CASE(no_text_has_a_word_that_is_nearly_always_wrong) {
  static const std::set<std::string> data{".json", ".xml", ".pem", ".jsonl", ".txt"};
  std::size_t checked = 0;
  for (const auto& file : source_files()) {
    if (data.contains(file.extension()) && file.name() != "CMakeLists.txt") continue;
    if (file.path.starts_with("persistence/migrations/")) continue; // a step that was applied never changes
    const auto found = first_tic(file);
    BOOST_CHECK_MESSAGE(found.empty(), file.path << ": " << found);
    ++checked;
  }
  BOOST_TEST(checked > 100u);
}

BOOST_AUTO_TEST_CASE(a_tic_is_found_in_prose_and_not_in_code) {
  const auto finds = [](std::string path, std::vector<std::string> lines) {
    return !first_tic({std::move(path), std::move(lines)}).empty();
  };
  const std::string word = "ane" + std::string{"w"};
  BOOST_TEST(finds("lamp.md", {"It starts " + word + "."}));
  BOOST_TEST(finds("lamp.md", {"The lamp is none", "o" + std::string{"f"} + " yours."}));
  BOOST_TEST(finds("lamp.cpp", {"light(); // lit " + word}));
  BOOST_TEST(finds("lamp.cpp", {"say(\"lit " + word + "\");"}));
  BOOST_TEST(!finds("lamp.cpp", {"const auto " + word + " = light();"}));
  BOOST_TEST(!finds("lamp.cpp", {"say(\"lit_" + word + "\");"}));
  BOOST_TEST(!finds("lamp.md", {"The member `" + word + "` stays."}));
}

BOOST_AUTO_TEST_SUITE_END()
