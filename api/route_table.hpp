#pragma once
#include "api/calls/route.hpp"

#include <span>

namespace paylink {

/// Every endpoint, one per line: the table of contents of the API and the pages.
std::span<const api_route> api_routes();

} // namespace paylink
