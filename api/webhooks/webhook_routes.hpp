#pragma once
#include "api/calls/route.hpp"

#include <span>

namespace paylink {

std::span<const api_route> webhook_routes();
std::span<const api_route> webhook_creation_routes();
std::span<const api_route> webhook_key_routes();
std::span<const api_route> test_event_routes();

} // namespace paylink
