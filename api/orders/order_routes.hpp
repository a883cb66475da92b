#pragma once
#include "api/calls/route.hpp"

#include <span>

namespace paylink {

inline constexpr std::string_view order_tag = "Orders";

std::span<const api_route> order_routes();
std::span<const api_route> order_creation_routes();

} // namespace paylink
