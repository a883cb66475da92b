#include "domain/time.hpp"

namespace paylink {

// The one place of this folder where a clock is read, for those who hand the time to the rules.
timestamp system_wall_clock::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

} // namespace paylink
