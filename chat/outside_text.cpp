#include "chat/outside_text.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::string_view ellipsis = "…";
constexpr char32_t joiner = 0x200D; // of emoji, and of letters of some scripts

/// One piece of a text and the character that it stands for.
struct read_character {
  std::string_view bytes;
  char32_t value = 0xFFFD;
};

read_character front_of(std::string_view text) {
  const auto unit = utf8_front(text);
  read_character read{text.substr(0, unit.length)};
  if (!unit.is_valid) return read;
  const auto lead = static_cast<unsigned char>(text.front());
  // The lead byte of n bytes carries 7 - n bits, that of a single one 7.
  read.value = unit.length == 1 ? lead : lead & (0xFFu >> (unit.length + 1));
  for (const char next : read.bytes.substr(1)) read.value = read.value << 6 | (static_cast<unsigned char>(next) & 0x3F);
  return read;
}

constexpr std::size_t utf16_size(char32_t character) { return character > 0xFFFF ? 2 : 1; }

struct character_range {
  char32_t first, last;
};

template <std::size_t Count>
constexpr bool is_among(char32_t character, const character_range (&ranges)[Count]) {
  return std::ranges::any_of(ranges, [character](const character_range& range) {
    return character >= range.first && character <= range.last;
  });
}

/// Controls, and what ends a line or a paragraph.
constexpr character_range breaks[]{{0x00, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x2029}};

/// Marks, embeddings, overrides and isolates of the direction of writing; spaces without a width.
constexpr character_range unseen[]{{0x061C, 0x061C}, {0x200B, 0x200B}, {0x200E, 0x200F}, {0x202A, 0x202E},
                                   {0x2060, 0x2060}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};

/// What belongs to the character before it: accents, variation selectors, a keycap's frame, tones of skin, joiners.
constexpr character_range attached[]{
    {0x0300, 0x036F}, {joiner, joiner}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0x1F3FB, 0x1F3FF}};

} // namespace

std::size_t count_utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (; !text.empty(); text.remove_prefix(utf8_front(text).length)) units += utf16_size(front_of(text).value);
  return units;
}

std::string one_line_of(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  bool was_break = false;
  while (!text.empty()) {
    const auto [bytes, value] = front_of(text);
    text.remove_prefix(bytes.size());
    if (is_among(value, unseen)) continue;
    const bool is_break = is_among(value, breaks);
    // Several in a row, such as CR and LF, are one space.
    if (is_break && !was_break) line += ' ';
    if (!is_break) append_utf8(line, value);
    was_break = is_break;
  }
  return std::string{trimmed(line)};
}

std::string cut_to_units(std::string_view text, std::size_t units_max) {
  std::size_t units = 0, end = 0;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [bytes, value] = front_of(text.substr(at));
    const bool begins_character = !is_among(value, attached) && before != joiner;
    // The last place where everything before it leaves room for the ellipsis.
    if (begins_character && units < units_max) end = at;
    units += utf16_size(value);
    if (units > units_max) return std::string{text.substr(0, end)}.append(ellipsis);
    at += bytes.size();
    before = value;
  }
  return std::string{text};
}

} // namespace paylink
