#pragma once
#include "api/calls/route.hpp"

namespace paylink {

std::span<const api_route> workspace_routes();
/// A caller's Workspaces: listing, making and changing them.
std::span<const api_route> own_workspace_routes();
std::span<const api_route> workspace_deletion_routes();
std::span<const api_route> workspace_export_routes();

} // namespace paylink
