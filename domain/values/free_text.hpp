#pragma once
#include <cstddef>
#include <string_view>

namespace paylink {

/// The number of code points in valid UTF-8: every byte except continuation bytes.
std::size_t count_code_points(std::string_view text);

/// Whether valid UTF-8 contains a control character other than a line feed.
bool holds_control_character(std::string_view text);

} // namespace paylink
