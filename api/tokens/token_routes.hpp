#pragma once
#include "api/calls/route.hpp"

namespace paylink {

std::span<const api_route> token_routes();

} // namespace paylink
