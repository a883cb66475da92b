#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace paylink {

/// The shortest line of text that may have been broken off because it was full.
inline constexpr std::size_t mt940_width_min = 20;

/// One field of an MT940: `:61:` and what stands behind it.
struct mt940_field {
  std::string_view tag;                ///< `61`, `62F`.
  std::vector<std::string_view> lines; ///< The first without the tag; none of them empty but the first.
  std::size_t line = 0;                ///< Of the file, from 1.
  bool begins_message = false;         ///< The message before it has ended, or this is the first.
};

struct mt940_fields {
  std::vector<mt940_field> all;
  std::size_t doubtful_line = 0; ///< It may be a field or the payer's words, whatever else the file says; 0: none is.
};

/// The fields of a file, in order. What stands before the first one (SWIFT's header blocks) and between messages is
/// passed over. Behind an entry only what may follow one is a field: `:61:`, `:86:`, a closing balance or a sum; a tag
/// such as `:30:` at the start of a line is text there, as a wrapped time of day leaves it.
mt940_fields read_mt940_fields(std::string_view file);

/// Characters of a line.
std::size_t mt940_length(std::string_view line);

} // namespace paylink
