#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// Every error that a route may answer with, in the order of the table: those that its access and its input bring, and
/// its own.
std::vector<errc> errors_of(const api_route& route);

/// The errors of requests that belong to no route.
std::vector<errc> errors_of_no_route();

} // namespace paylink
