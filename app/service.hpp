#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

namespace paylink {

/// Runs the service until SIGTERM or SIGINT (on SIGHUP it reads its certificate again), then shuts it down in order: no
/// new connections, requests in flight answered, no new deliveries, attempts in flight ended, last commit. A second
/// signal ends the process at once. Returns the exit code.
int run_service(const arguments& asked, settings values);

} // namespace paylink
