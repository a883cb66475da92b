#pragma once
#include <optional>
#include <string>
#include <string_view>

/// The percent-encoding of URLs (RFC 3986).
namespace paylink {

/// Appends `text` with everything but unreserved characters as `%XX`: for a path segment, or a value in a query.
void append_percent_encoded(std::string& out, std::string_view text);
std::string percent_encoded(std::string_view text);

/// The byte that the `%XX` at the beginning of `text` stands for; none when there is no such thing.
std::optional<char> percent_decoded_byte(std::string_view text);

} // namespace paylink
