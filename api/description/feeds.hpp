#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// The header that authenticates a connector, without the prefix `X-Brand-`.
inline constexpr std::string_view feed_signature_header = "Signature";
inline constexpr std::string_view feed_signature_sentence =
    "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the feed's secret.";
/// The connector's other headers, without the prefix.
described_parameters feed_headers();

extern const route_description reporting_entries;

} // namespace paylink
