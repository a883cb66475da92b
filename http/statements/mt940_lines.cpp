#include "http/statements/mt940_lines.hpp"

#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"
#include "http/feeds/entry_values.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

constexpr std::array<std::size_t, 3> line_widths{27, 35, 65};

/// The tag at the start of a line; empty if it has none.
std::string_view tag_of(std::string_view line) {
  if (!line.starts_with(':')) return {};
  const auto end = line.find(':', 1);
  if (end == line.npos) return {};
  const auto tag = line.substr(1, end - 1);
  const bool is_tag =
      (tag.size() == 2 || (tag.size() == 3 && tag[2] >= 'A' && tag[2] <= 'Z')) && is_digit(tag[0]) && is_digit(tag[1]);
  return is_tag ? tag : std::string_view{};
}

bool ends_message(std::string_view line) { return line == "-" || line.starts_with("-}"); }

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// `166?00GUTSCHRIFT?20PFSL…`: a code and numbered parts.
bool has_parts(std::string_view text) {
  return text.size() > 5 && std::all_of(text.begin(), text.begin() + 3, is_digit) && text[3] == '?' &&
         is_digit(text[4]) && is_digit(text[5]);
}

std::string text_of_parts(std::string_view text) {
  std::string kept;
  for (auto at = text.find('?'); at != text.npos;) {
    const auto next = text.find('?', at + 1);
    const auto part = text.substr(at + 1, next == text.npos ? next : next - at - 1);
    const auto number = part.substr(0, 2);
    if ((number >= "20" && number <= "29") || (number >= "60" && number <= "63")) kept += part.substr(2);
    at = next;
  }
  return kept;
}

} // namespace

std::vector<mt940_field> mt940_fields(std::string_view file) {
  std::vector<mt940_field> fields;
  bool is_open = false;
  std::size_t number = 0;
  for (std::size_t from = 0; from < file.size();) {
    const auto end = std::min(file.find('\n', from), file.size());
    const auto line = without_return(file.substr(from, end - from));
    ++number;
    // The header blocks may stand on the line of the first tag.
    const auto block = line.starts_with('{') ? line.rfind("{4:") : line.npos;
    const auto content = block == line.npos ? line : line.substr(block + 3);
    if (const auto tag = tag_of(content); !tag.empty()) {
      const bool follows_full_line = is_open && fields.back().tag == "86" &&
                                     count_code_points(repaired(fields.back().lines.back())) == line_widths.back();
      fields.push_back({tag, {content.substr(tag.size() + 2)}, number, follows_full_line});
      is_open = true;
    } else if (ends_message(line) || line.starts_with('{')) {
      is_open = false;
    } else if (is_open && !line.empty()) {
      fields.back().lines.push_back(line);
    }
    from = end + 1;
  }
  return fields;
}

std::string mt940_text(const std::vector<std::string_view>& lines) {
  std::string text;
  std::size_t before = 0;
  for (const auto line : lines) {
    const auto whole = repaired(line);
    const bool goes_on = text.empty() || has_parts(text) ||
                         std::ranges::find(line_widths, before) != line_widths.end() || text.ends_with(' ');
    if (!goes_on) text += ' ';
    text += whole;
    before = count_code_points(whole);
  }
  if (has_parts(text)) text = text_of_parts(text);
  const auto end = text.find_last_not_of(' ');
  return end == text.npos ? std::string{} : text.substr(0, end + 1);
}

std::optional<std::int64_t> mt940_dong(std::string_view text) {
  std::string number{text};
  const auto comma = number.find(',');
  if (comma == number.npos || number.find('.') != number.npos || !is_digit(number.front())) return std::nullopt;
  number[comma] = '.';
  if (number.ends_with('.')) number += '0';
  const auto dong = read_dong(number);
  return dong.fault.empty() ? std::optional{dong.dong} : std::nullopt;
}

} // namespace paylink
