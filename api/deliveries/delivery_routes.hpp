#pragma once
#include "api/calls/route.hpp"

#include <span>

namespace paylink {

inline constexpr std::string_view delivery_tag = "Deliveries";

std::span<const api_route> delivery_routes();
std::span<const api_route> delivery_resend_routes();
std::span<const api_route> event_feed_routes();

} // namespace paylink
