#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// The length of a text's first character or broken piece, and whether it is well-formed UTF-8.
struct utf8_unit {
  std::size_t length = 1; ///< Of the character, or of the broken piece that becomes one U+FFFD.
  bool is_valid = false;
};

/// Checks the first character of `text`, which must not be empty. Surrogates, overlong forms and values above U+10FFFF
/// are broken.
utf8_unit utf8_front(std::string_view text);

/// Where the first broken piece of `text` begins; its size if there is none.
std::size_t utf8_fault(std::string_view text);

/// Appends `text`, each broken piece replaced by U+FFFD.
void append_repaired_utf8(std::string& out, std::string_view text);

/// Appends one character; surrogates and values above U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t character);

/// The longest prefix of `text`, at most `bytes_max` long, that splits no character.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes_max);

/// The part of a caller's own name that a message quotes.
std::string_view shown_name(std::string_view name);

} // namespace paylink
