#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// How many bytes at the front of a text belong together, and whether they are one well-formed UTF-8 character.
struct utf8_unit {
  std::size_t length = 1; ///< Of the character, or of the broken piece that one U+FFFD stands for.
  bool is_valid = false;
};

/// Looks at the first character of `text`, which must not be empty. Surrogates, overlong forms and what lies above
/// U+10FFFF are broken.
utf8_unit utf8_front(std::string_view text);

/// Where the first broken piece of `text` begins; its size when there is none.
std::size_t utf8_fault(std::string_view text);

/// Appends `text`, each broken piece replaced by U+FFFD.
void append_repaired_utf8(std::string& out, std::string_view text);

/// Appends one character; surrogates and values above U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t character);

/// The longest beginning of `text`, at most `bytes_max` long, that cuts no character in two.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes_max);

/// A name that the caller made up, as much of it as a message repeats.
std::string_view shown_name(std::string_view name);

} // namespace paylink
