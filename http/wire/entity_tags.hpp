#pragma once
#include <string_view>

namespace paylink {

/// Whether `If-None-Match` names this entity tag, weak or not (RFC 9110, 13.1.2). Our tags have no commas.
bool names_etag(std::string_view if_none_match, std::string_view etag);

} // namespace paylink
