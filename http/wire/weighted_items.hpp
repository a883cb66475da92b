#pragma once
#include <string_view>
#include <vector>

namespace paylink {

/// One item of a header in which a client says what it prefers: `gzip;q=0.8`.
struct weighted_item {
  std::string_view name;
  double weight = 1; ///< From 0, not wanted, to 1; 0 if it cannot be read.
};

/// The items of `Accept-Language` or `Accept-Encoding` in their order (RFC 9110, 12.4.2); views into the header.
std::vector<weighted_item> weighted_items(std::string_view header);

} // namespace paylink
