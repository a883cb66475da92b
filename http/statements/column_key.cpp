#include "http/statements/column_key.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"

namespace paylink {
namespace {

/// U+0300 to U+036F.
bool is_accent(std::string_view character) {
  return character.size() == 2 &&
         (character[0] == '\xCC' || (character[0] == '\xCD' && static_cast<unsigned char>(character[1]) < 0xB0));
}

bool is_white(std::string_view character) {
  return character == " " || character == "\t" || character == "\r" || character == "\n" || character == "\xC2\xA0";
}

} // namespace

std::string column_key(std::string_view name) {
  std::string key;
  bool is_between_words = false;
  while (!name.empty()) {
    const auto character = name.substr(0, utf8_front(name).length);
    name.remove_prefix(character.size());
    if (is_accent(character)) continue;
    if (is_white(character)) {
      is_between_words = !key.empty();
      continue;
    }
    if (is_between_words) key += ' ';
    is_between_words = false;
    // Letters fold to one letter of ASCII; all else to nothing.
    const auto folded = fold_transfer_text(character);
    key += folded.empty() ? std::string{character} : ascii_lowered(folded);
  }
  return key;
}

} // namespace paylink
