#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// What a `:86:` says.
struct mt940_text {
  std::string content; ///< For people: of a text with numbered parts, those that hold the payer's words.
  std::string others;  ///< The other parts, one in a line: a reference may stand there, too.
  bool has_parts = false;
};

/// Joins the lines of a `:86:`. A line that is full (27, 35 or 65 characters) goes on in the next one without a space.
/// A text may have numbered parts, behind `?`, `>`, `<`, `~` or `^`: `166?00CREDIT?20PFSL…`.
mt940_text read_mt940_text(const std::vector<std::string_view>& lines, bool may_have_parts = true);

/// How many characters of a line stand behind the mark of its last numbered part; all of them if it has none.
std::size_t length_of_last_part(std::string_view line);

} // namespace paylink
