#pragma once
#include <string_view>

namespace paylink {

/// How the bytes of a body are compressed.
enum class content_coding { plain, gzip, brotli };

/// As `Content-Encoding` names it; empty: plain.
std::string_view to_text(content_coding coding);

/// Which coding `Accept-Encoding` prefers (RFC 9110, 12.5.3): of several with the same weight the smallest. Plain
/// without the header, and also for a client that takes nothing that we have: that is better than no answer.
content_coding choose_coding(std::string_view accept_encoding);

} // namespace paylink
