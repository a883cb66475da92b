#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// The length of valid UTF-8 in UTF-16 code units, in which chats count.
std::size_t count_utf16_units(std::string_view text);

/// A text that anyone may have written, as one line: what is not UTF-8 becomes U+FFFD; control characters and ends of
/// lines become a space; what changes the direction of writing, or has no width, is left out.
std::string one_line_of(std::string_view text);

/// Valid UTF-8 of at most `units_max` UTF-16 code units; what is longer is cut between two visible characters and ends
/// with `…`. `units_max` is at least 1.
std::string cut_to_units(std::string_view text, std::size_t units_max);

} // namespace paylink
