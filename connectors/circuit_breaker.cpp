#include "connectors/circuit_breaker.hpp"

namespace paylink {

bool circuit_breaker::failed(std::chrono::milliseconds now) {
  if (failures_ < by_.failures_max) ++failures_;
  if (failures_ < by_.failures_max) return false;
  const bool was_open = now < open_until_;
  open_until_ = now + by_.open_time;
  return !was_open;
}

} // namespace paylink
