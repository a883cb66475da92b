#pragma once
#include "api/calls/route.hpp"

#include <span>

namespace paylink {

/// Every endpoint of the API and the pages. Each subject lists its own below their handlers.
std::span<const api_route> api_routes();

} // namespace paylink
