#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The plans, and the one that an account is on.
std::span<const api_route> plan_routes();
/// What an account has used, and what it costs.
std::span<const api_route> statement_routes();

} // namespace paylink
