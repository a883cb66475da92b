#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A URL or a reference, split by the separators of RFC 3986 but not validated. Views point into the split text.
struct url_parts {
  std::string_view scheme;                   ///< Empty: none. Case as written.
  std::optional<std::string_view> authority; ///< The part after `//`; none without it.
  std::string_view path;
  std::optional<std::string_view> query;    ///< Without its `?`.
  std::optional<std::string_view> fragment; ///< Without its `#`.
};

url_parts split_url(std::string_view text);

} // namespace paylink
