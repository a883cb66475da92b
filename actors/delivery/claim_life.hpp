#pragma once
#include "domain/values/time.hpp"

#include <algorithm>
#include <chrono>

namespace paylink {

/// How long a claim of this node certainly holds. Its end is stored as wall time, which somebody may set back: steady
/// time, which nobody moves, must agree. What is ahead of either belongs to another claim by now.
class claim_life {
public:
  claim_life() = default;
  /// A claim that was asked for at `asked_at` of the uptime, for `length`, and by the store's clock ends at `until`.
  claim_life(const wall_clock& clock, timestamp until, std::chrono::milliseconds asked_at,
             std::chrono::milliseconds length)
      : until_{std::min(until, clock.now() + length)}, steady_until_{asked_at + length} {}

  /// What is left of it; negative when it is over.
  std::chrono::milliseconds left(const wall_clock& clock) const {
    return std::min<std::chrono::milliseconds>(until_ - clock.now(), steady_until_ - clock.uptime());
  }

private:
  timestamp until_;
  std::chrono::milliseconds steady_until_{0};
};

} // namespace paylink
