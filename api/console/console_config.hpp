#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// What the console is told of this installation before anybody signs in, as JSON: its name, and what it offers.
std::string console_config(const api_services& services);

} // namespace paylink
