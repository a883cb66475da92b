#include "domain/links/reference.hpp"

#include <array>
#include <cstdint>

namespace paylink {

namespace {

// The plain upper-case letter of each composed one; a dot if there is none. Includes every Vietnamese letter.
constexpr std::string_view letters_from_00c0 = // U+00C0 … U+024F
    "AAAAAA.CEEEEIIII.NOOOOO..UUUUY..AAAAAA.CEEEEIIII.NOOOOO..UUUUY.Y"
    "AAAAAACCCCCCCCDDDDEEEEEEEEEEGGGGGGGGHH..IIIIIIIII...JJKK.LLLLLL."
    "...NNNNNN...OOOOOO..RRRRRRSSSSSSSSTTTT..UUUUUUUUUUUUWWYYYZZZZZZS"
    "................................OO.............UU..............."
    ".............AAIIOOUUUUUUUUUU.AAAA....GGKKOOOO..J...GG..NNAA...."
    "AAAAEEEEIIIIOOOORRRRUUUUSSTT..HH......AAEEOOOOOOOOYY............"
    "................";
constexpr std::string_view letters_from_1e00 = // U+1E00 … U+1EFF
    "AABBBBBBCCDDDDDDDDDDEEEEEEEEEEFFGGHHHHHHHHHHIIIIKKKKKKLLLLLLLLMM"
    "MMMMNNNNNNNNOOOOOOOOPPPPRRRRRRRRSSSSSSSSSSTTTTTTTTUUUUUUUUUUVVVV"
    "WWWWWWWWWWXXXXYYZZZZZZHTWY.S....AAAAAAAAAAAAAAAAAAAAAAAAEEEEEEEE"
    "EEEEEEEEIIIIOOOOOOOOOOOOOOOOOOOOOOOOUUUUUUUUUUUUUUYYYYYYYY......";
static_assert(letters_from_00c0.size() == 0x250 - 0xc0 && letters_from_1e00.size() == 0x1f00 - 0x1e00);
static_assert(letters_from_00c0[0x111 - 0xc0] == 'D' && letters_from_1e00[0x1ebf - 0x1e00] == 'E');

// What an ASCII character folds to; 0: it is dropped.
constexpr std::array<char, 128> ascii_letters = [] {
  std::array<char, 128> letters{};
  for (char c = '0'; c <= '9'; ++c) letters[static_cast<std::size_t>(c)] = c;
  for (char c = 'A'; c <= 'Z'; ++c)
    letters[static_cast<std::size_t>(c)] = letters[static_cast<std::size_t>(c) - 'A' + 'a'] = c;
  return letters;
}();

// Above every code point, also after a shift by 6.
constexpr std::uint32_t not_a_letter = 1u << 24;

char fold_code_point(std::uint32_t point) {
  if (point < 0x80) return ascii_letters[point];
  char letter = '.';
  if (point >= 0xc0 && point < 0x250)
    letter = letters_from_00c0[point - 0xc0];
  else if (point >= 0x1e00 && point < 0x1f00)
    letter = letters_from_1e00[point - 0x1e00];
  // Full-width forms repeat ASCII at U+FF01; some phones' keyboards type them.
  else if (point >= 0xff01 && point < 0xff5f)
    return ascii_letters[point - 0xff01 + 0x21];
  return letter == '.' ? '\0' : letter;
}

} // namespace

std::string fold_transfer_text(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  for (std::size_t place = 0; place < text.size();) {
    const auto first = static_cast<unsigned char>(text[place]);
    // 6 more bits of a code point; a byte that belongs to no sequence makes it one that folds to nothing.
    const auto more = [&](std::size_t ahead) {
      const auto byte = place + ahead < text.size() ? static_cast<unsigned char>(text[place + ahead]) : 0u;
      return (byte & 0xc0u) == 0x80u ? byte & 0x3fu : not_a_letter;
    };
    std::uint32_t point = not_a_letter;
    std::size_t length = 1;
    if (first < 0x80)
      point = first;
    else if (first >= 0xc2 && first < 0xe0)
      point = (first & 0x1fu) << 6 | more(1);
    else if (first >= 0xe0 && first < 0xf0)
      point = (first & 0x0fu) << 12 | more(1) << 6 | more(2);
    // Longer sequences contain none of these letters, and broken ones no letter at all: skip them byte by byte.
    if (first >= 0x80 && point < not_a_letter) length = first < 0xe0 ? 2 : 3;
    if (const char letter = fold_code_point(point); letter != '\0') folded += letter;
    place += length;
  }
  return folded;
}

} // namespace paylink
