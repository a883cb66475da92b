#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The pages that mailed links open.
std::span<const api_route> console_routes();

} // namespace paylink
