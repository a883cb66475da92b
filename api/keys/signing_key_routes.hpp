#pragma once
#include "api/calls/route.hpp"

namespace paylink {

std::span<const api_route> signing_key_routes();

} // namespace paylink
