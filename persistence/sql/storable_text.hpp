#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// The text as both databases can hold it: bytes that are no UTF-8 and U+0000 become U+FFFD. What a receiver or a bank
/// sent is hostile, and one NUL must not keep an outcome from being stored.
std::string storable_text(std::string_view text);

/// The same, cut to `bytes_max` at the border of a character.
std::string storable_text(std::string_view text, std::size_t bytes_max);

/// The same as part of a key, which an index can hold however long the text is: one of ordinary length (128 characters
/// of any width) as it is, a longer one as its beginning and a digest of the whole.
std::string key_text(std::string_view text);

/// A list of texts, or of pairs, as a JSON array and back. What is no such array reads as empty.
std::string to_json(const std::vector<std::string>& texts);
std::string to_json(const std::vector<std::int64_t>& numbers);
std::string to_json(const std::vector<std::pair<std::string, std::string>>& pairs);
std::vector<std::string> texts_from_json(std::string_view json);
std::vector<std::pair<std::string, std::string>> pairs_from_json(std::string_view json);

/// FNV-1a over 64 bits: tells texts apart, and is no proof against anybody.
std::uint64_t fingerprint(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325);

} // namespace paylink
