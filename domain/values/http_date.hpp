#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// `Sun, 06 Nov 1994 08:49:37 GMT`, as the header `Date` has it.
std::string format_http_date(timestamp time);

/// An HTTP date in one of the three forms that RFC 9110 asks recipients to accept: `Sun, 06 Nov 1994 08:49:37 GMT`,
/// which is in use today, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `now` gives a year of two
/// digits its century.
std::optional<timestamp> parse_http_date(std::string_view text, timestamp now);

} // namespace paylink
