#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// The text in a form that both databases can store: invalid UTF-8 and U+0000 become U+FFFD. Text from a receiver or a
/// bank is untrusted, and a NUL must not prevent an outcome from being stored.
std::string storable_text(std::string_view text);

/// The same, cut to `bytes_max` at the border of a character.
std::string storable_text(std::string_view text, std::size_t bytes_max);

/// The same as part of a key, short enough for an index: up to 128 characters unchanged, a longer text as its beginning
/// and a digest of the whole.
std::string key_text(std::string_view text);

/// Converts a list of texts, or of pairs, to a JSON array and back. Anything else reads as empty.
std::string to_json(const std::vector<std::string>& texts);
std::string to_json(const std::vector<std::int64_t>& numbers);
std::string to_json(const std::vector<std::pair<std::string, std::string>>& pairs);
std::vector<std::string> texts_from_json(std::string_view json);
std::vector<std::pair<std::string, std::string>> pairs_from_json(std::string_view json);

} // namespace paylink
