#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A URL or a reference, split by the separators of RFC 3986 and not judged. Views point into the text that was split.
struct url_parts {
  std::string_view scheme;                   ///< Empty: none. Case as written.
  std::optional<std::string_view> authority; ///< What stands behind `//`; none without it.
  std::string_view path;
  std::optional<std::string_view> query;    ///< Without its `?`.
  std::optional<std::string_view> fragment; ///< Without its `#`.
};

url_parts split_url(std::string_view text);

/// Case-folding of ASCII letters alone, whatever the locale.
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// `expected` is in lower case.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view expected) {
  if (text.size() != expected.size()) return false;
  for (std::size_t place = 0; place < text.size(); ++place)
    if (ascii_lower(text[place]) != expected[place]) return false;
  return true;
}

} // namespace paylink
