#pragma once
#include "api/description/forms.hpp"

namespace paylink {

/// The header that authenticates a connector, without the prefix `X-Brand-`.
inline constexpr std::string_view feed_signature_header = "Signature";
inline constexpr std::string_view feed_signature_sentence =
    "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the feed's secret.";

/// The connector's other headers, without the prefix.
inline constexpr parameter_description feed_headers[]{
    {"Timestamp", forms::unix_time, "The Unix time of signing in seconds, at most 5 minutes off", "", true},
};

} // namespace paylink
