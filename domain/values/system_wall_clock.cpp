#include "domain/values/time.hpp"

namespace paylink {

// The only place in this folder that reads clocks, for code that passes the time to the rules.
timestamp system_wall_clock::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::chrono::milliseconds system_wall_clock::uptime() const {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace paylink
