#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// The header that proves who a connector is, without the `X-Brand-` before its name.
inline constexpr std::string_view feed_signature_header = "Signature";
inline constexpr std::string_view feed_signature_sentence =
    "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the feed's secret.";
/// What else a connector says in its head, without the same.
described_parameters feed_headers();

extern const route_description reporting_entries;

} // namespace paylink
