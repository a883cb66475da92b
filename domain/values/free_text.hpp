#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// The number of code points in valid UTF-8: every byte except continuation bytes.
std::size_t count_code_points(std::string_view text);

/// Whether valid UTF-8 contains a control character other than a line feed.
bool holds_control_character(std::string_view text);

/// The first code points, at most `points_max`, without control characters and what is not UTF-8: for a log line.
std::string printable_start(std::string_view text, std::size_t points_max);

} // namespace paylink
