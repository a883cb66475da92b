#pragma once
#include <string_view>

namespace paylink {

/// The brand of an installation that has set none: it stands in the names of headers.
inline constexpr std::string_view default_brand = "Service";

/// What people see: the brand, or the name of the product where none is set.
inline std::string_view product_name(std::string_view brand) { return brand == default_brand ? "paylink" : brand; }

} // namespace paylink
