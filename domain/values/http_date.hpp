#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// An HTTP date in the form that is in use today: `Sun, 06 Nov 1994 08:49:37 GMT`.
std::optional<timestamp> parse_http_date(std::string_view text);

} // namespace paylink
