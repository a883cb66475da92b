#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// A date of HTTP in the one form that is sent today: `Sun, 06 Nov 1994 08:49:37 GMT`.
std::optional<timestamp> parse_http_date(std::string_view text);

} // namespace paylink
