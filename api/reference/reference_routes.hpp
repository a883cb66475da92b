#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The API's own document, and the page that draws it.
std::span<const api_route> reference_routes();

} // namespace paylink
