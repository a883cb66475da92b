#include "http/statements/mt940_texts.hpp"

#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"
#include "http/feeds/entry_values.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

constexpr std::array<std::size_t, 3> joined_widths{27, 35, 65};
constexpr std::string_view part_marks = "?><~^";

bool is_mark_at(std::string_view text, std::size_t at, char mark) {
  return at + 2 < text.size() && text[at] == mark && is_digit(text[at + 1]) && is_digit(text[at + 2]);
}

/// `166?00GUTSCHRIFT?20PFSL…`, `<00…<20…`: the character that numbers the parts; 0 if the text has none.
char mark_of(std::string_view text) {
  constexpr std::size_t code_size = 3;
  const bool has_code = text.size() > code_size && std::all_of(text.begin(), text.begin() + code_size, is_digit);
  const auto at = has_code ? code_size : 0;
  if (at >= text.size() || part_marks.find(text[at]) == part_marks.npos || !is_mark_at(text, at, text[at])) return '\0';
  const char mark = text[at];
  // Without the code, a text has to begin as such texts do: a payer may type `>5`.
  return has_code || text.substr(at + 1, 2) == "00" || text.substr(at + 1, 2) == "20" ? mark : '\0';
}

bool is_payers(std::string_view number) {
  return (number >= "20" && number <= "29") || (number >= "60" && number <= "63");
}

mt940_text split(std::string_view text, char mark) {
  mt940_text read;
  const auto next_mark = [&](std::size_t from) {
    while (from < text.size() && !is_mark_at(text, from, mark)) ++from;
    return std::min(from, text.size());
  };
  for (auto at = next_mark(0); at < text.size();) {
    constexpr std::size_t mark_size = 3;
    const auto next = next_mark(at + mark_size);
    const auto part = text.substr(at + mark_size, next - at - mark_size);
    if (is_payers(text.substr(at + 1, 2)))
      read.content += part;
    else if (!part.empty())
      read.others.append(read.others.empty() ? "" : "\n").append(part);
    at = next;
  }
  return read;
}

void trim_end(std::string& text) {
  const auto end = text.find_last_not_of(' ');
  text.erase(end == text.npos ? 0 : end + 1);
}

} // namespace

mt940_text read_mt940_text(const std::vector<std::string_view>& lines, bool may_have_parts) {
  mt940_text read;
  auto& text = read.content;
  std::size_t before = 0;
  char mark = '\0';
  for (const auto line : lines) {
    const auto whole = repaired(line);
    const bool goes_on = text.empty() || mark != '\0' || text.ends_with(' ') ||
                         std::ranges::find(joined_widths, before) != joined_widths.end();
    if (!goes_on) text += ' ';
    text += whole;
    before = count_code_points(whole);
    if (mark == '\0' && may_have_parts) mark = mark_of(text);
  }
  if (mark != '\0') read = split(std::string{text}, mark);
  read.has_parts = mark != '\0';
  trim_end(read.content);
  return read;
}

std::size_t length_of_last_part(std::string_view line) {
  for (std::size_t at = line.size(); at-- > 0;)
    if (part_marks.find(line[at]) != part_marks.npos && is_mark_at(line, at, line[at]))
      return count_code_points(repaired(line.substr(at + 3)));
  return count_code_points(repaired(line));
}

} // namespace paylink
