#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The console, which browsers run: its document, its files, and what it is told of the service.
std::span<const api_route> console_routes();

} // namespace paylink
