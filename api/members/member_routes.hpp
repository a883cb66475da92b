#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The people in a Workspace.
std::span<const api_route> member_routes();
/// Asking people to join one.
std::span<const api_route> invitation_routes();

} // namespace paylink
