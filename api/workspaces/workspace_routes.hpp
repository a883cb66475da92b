#pragma once
#include "api/calls/route.hpp"

namespace paylink {

std::span<const api_route> workspace_routes();

} // namespace paylink
