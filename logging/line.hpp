#pragma once
#include "logging/log.hpp"

#include <chrono>
#include <span>

namespace paylink::log {

/// One log line without its line feed: a JSON object of `time`, `level`, `event` and the fields. Whatever the texts
/// contain, it is one line of valid UTF-8 without control characters.
std::string format_line(std::chrono::system_clock::time_point time, level at, std::string_view event,
                        std::span<const field> fields);

} // namespace paylink::log
