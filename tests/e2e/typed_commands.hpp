#pragma once
#include "tests/e2e/operated_service.hpp"

#include <map>
#include <string>
#include <vector>

/// The commands of the documents, as they stand there, and a shell to type them in.
namespace paylink::test {

/// The lines of the blocks of shell commands of a document, or of those of another language; of its part under `title`
/// alone, when there is one.
inline std::vector<std::string> commands_of(const std::string& document, const std::string& title = {},
                                            const std::string& language = "sh") {
  std::vector<std::string> blocks;
  auto text = text_of_file(std::string{PAYLINK_SOURCE_DIR} + "/docs/" + document);
  if (!title.empty()) {
    const auto begin = text.find("\n## " + title + "\n");
    BOOST_REQUIRE_MESSAGE(begin != std::string::npos, document << " has no part " << title);
    text = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  }
  const auto opening = "```" + language + "\n";
  for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const auto begin = at + opening.size();
    blocks.push_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return blocks;
}

/// Types it in a shell with these variables, and with the folder of our programs in the path.
inline program_output type(const std::string& commands, const std::map<std::string, std::string>& variables) {
  std::vector<std::string> words{"env", "PATH=" PAYLINK_BIN_DIR ":/usr/bin:/bin"};
  for (const auto& [name, value] : variables) words.push_back(name + "=" + value);
  words.insert(words.end(), {"/bin/bash", "-c", "exec 2>&1; " + commands});
  return run_program(words, {});
}

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

} // namespace paylink::test
