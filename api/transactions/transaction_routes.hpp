#pragma once
#include "api/calls/route.hpp"

namespace paylink {

std::span<const api_route> transaction_routes();
/// What was recorded in a day.
std::span<const api_route> daily_report_routes();

} // namespace paylink
