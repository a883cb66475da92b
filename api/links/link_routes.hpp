#pragma once
#include "api/calls/route.hpp"

namespace paylink {

inline constexpr std::string_view link_tag = "Payment links";

std::span<const api_route> payment_link_routes();
std::span<const api_route> link_creation_routes();
std::span<const api_route> callback_routes();

} // namespace paylink
