#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The stream of hints that something in a Workspace has changed.
std::span<const api_route> change_routes();

} // namespace paylink
