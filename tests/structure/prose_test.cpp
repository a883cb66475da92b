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

/// Words of this project that customers, operators and developers should never read.
const std::vector<tic>& retired() {
  constexpr auto any_case = std::regex::ECMAScript | std::regex::icase;
  static const std::vector<tic> all{
      {"hear", std::regex{R"(\bhear[ds]?\b)", any_case}, "receive"},
      {"deaf", std::regex{R"(\bdeaf\b)", any_case}, "no data from the bank"},
      {"told", std::regex{R"(\b(is|are|was|were|be|been|gets?) told\b)", any_case}, "notified, delivered, sent"},
      {"tell", std::regex{R"(\btells? of\b)", any_case}, "notify, report"},
      {"mend", std::regex{R"(\bmend(s|ed|ing)?\b)", any_case}, "fix"},
      {"heal", std::regex{R"(\bheal(s|ed|ing)?\b)", any_case}, "recover"},
      {"once more", std::regex{R"(\bonce more\b)", any_case}, "again"},
      {"any more", std::regex{R"(\bany more\b)", any_case}, "no longer"},
      {"aside", std::regex{R"(\b(kept|set) aside\b)", any_case}, "quarantined, on hold"},
      {"look", std::regex{R"(\b(a|the|one|first|second|another|next) look\b)", any_case}, "check, lookup"},
      {"bell", std::regex{R"(\bbells?\b)", any_case}, "wake-up channel"},
      {"chore", std::regex{R"(\bchores?\b)", any_case}, "scheduled job"},
      {"desk", std::regex{R"(\bdesks?\b)", any_case}, "what it does"},
      {"keeper", std::regex{R"(\bkeepers?\b)", any_case}, "what it does"},
      {"taker", std::regex{R"(\bcaretakers?\b)", any_case}, "maintenance"},
      {"hasten", std::regex{R"(\bhasten)", any_case}, "fetch soon"},
      {"leavings", std::regex{R"(\bleavings\b)", any_case}, "leftovers"},
      {"namesake", std::regex{R"(\bnamesakes?\b)", any_case}, "the same number in another Workspace"},
  };
  return all;
}

/// The documents, and the sentences in what serves people: API, command line, mails, chats, logs, console.
bool is_read_by_people(const source_file& file) {
  static const std::set<std::string> of_people{"actors",     "api",     "app",  "chat", "cli",    "config",
                                               "connectors", "console", "http", "mail", "sandbox"};
  static const std::set<std::string> code{".cpp", ".hpp", ".ts", ".tsx"};
  if (file.extension() == ".md") return file.name() != "CONTRIBUTING.md"; // which names them
  if (file.path.starts_with("console/tests/")) return false;
  return of_people.contains(file.folder()) && code.contains(file.extension());
}

std::string sentences_of(const source_file& file) {
  if (file.extension() == ".md") return prose_of(file);
  static const std::regex text{R"("(\\.|[^"\\])*"|'(\\.|[^'\\])*'|`[^`]*`)"}, filled{R"(\$\{[^}]*\})"};
  std::string prose;
  for (const auto& line : file.lines) {
    if (line.find_first_of("\"'`") == line.npos || line.find("//") < line.find_first_of("\"'`")) continue;
    for (auto at = std::sregex_iterator{line.begin(), line.end(), text}; at != std::sregex_iterator{}; ++at)
      if (at->str().find(' ') != std::string::npos) prose += std::regex_replace(at->str(), filled, "") + ' ';
  }
  return prose;
}

bool may_have(const std::vector<tic>& words, const source_file& file) {
  return std::ranges::any_of(file.lines, [&](const std::string& line) {
    const auto lowered = paylink::ascii_lowered(line);
    return std::ranges::any_of(words, [&](const tic& one) { return lowered.find(one.part) != lowered.npos; });
  });
}

std::string first_in(const std::string& prose, const std::vector<tic>& words) {
  for (const auto& [part, pattern, instead] : words) {
    std::smatch found;
    if (!std::regex_search(prose, found, pattern)) continue;
    const auto at = static_cast<std::size_t>(found.position());
    const auto from = at < 40 ? 0 : at - 40;
    return "\"…" + prose.substr(from, 80) + "…\"; better: " + instead;
  }
  return {};
}

std::string first_tic(const source_file& file) {
  return may_have(tics(), file) ? first_in(prose_of(file), tics()) : std::string{};
}

std::string first_retired(const source_file& file) {
  const bool may_be = is_read_by_people(file) && may_have(retired(), file);
  return may_be ? first_in(sentences_of(file), retired()) : std::string{};
}

} // namespace

BOOST_AUTO_TEST_SUITE(prose_rules)

BOOST_AUTO_TEST_CASE(no_text_has_a_word_that_is_nearly_always_wrong) {
  static const std::set<std::string> data{".json", ".xml", ".pem", ".jsonl", ".txt"};
  std::size_t checked = 0;
  for (const auto& file : source_files()) {
    if (data.contains(file.extension()) && file.name() != "CMakeLists.txt") continue;
    if (file.path.starts_with("persistence/migrations/")) continue; // a step that was applied never changes
    for (const auto& found : {first_tic(file), first_retired(file)})
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

BOOST_AUTO_TEST_CASE(a_retired_word_is_found_where_people_read_it) {
  const auto finds = [](std::string path, std::vector<std::string> lines) {
    return !first_retired({std::move(path), std::move(lines)}).empty();
  };
  const std::string text = "The merchant is told once.";
  BOOST_TEST(finds("docs/lamp.md", {text}));
  BOOST_TEST(finds("api/lamp.cpp", {"return fail(\"" + text + "\");"}));
  BOOST_TEST(finds("console/src/lamp.tsx", {"title: '" + text + "',"}));
  BOOST_TEST(!finds("api/lamp.cpp", {"// " + text}));
  BOOST_TEST(!finds("tests/lamp.cpp", {"say(\"" + text + "\");"}));
  BOOST_TEST(!finds("docs/lamp.md", {"`" + text + "`"}));
}

BOOST_AUTO_TEST_SUITE_END()
