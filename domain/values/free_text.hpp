#pragma once
#include <cstddef>
#include <string_view>

namespace paylink {

/// Code points of valid UTF-8: every byte but those that continue one.
std::size_t count_code_points(std::string_view text);

/// Whether valid UTF-8 holds a control character that is no line feed.
bool holds_control_character(std::string_view text);

} // namespace paylink
