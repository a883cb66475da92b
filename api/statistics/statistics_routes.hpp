#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// What has happened in a Workspace, by hours or days, and what is open in it now.
std::span<const api_route> statistics_routes();

} // namespace paylink
