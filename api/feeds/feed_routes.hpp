#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// What connectors call. The front end answers, once the gate has let it pass.
std::span<const api_route> feed_routes();

} // namespace paylink
