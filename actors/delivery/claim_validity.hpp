#pragma once
#include "domain/values/time.hpp"

#include <algorithm>
#include <chrono>

namespace paylink {

/// How long a claim of this node certainly holds. Its end is stored as wall time, which may be set back, so steady time
/// must agree. Once either says that it is over, the delivery may belong to another claim.
class claim_validity {
public:
  claim_validity() = default;
  /// A claim requested at uptime `asked_at` for `length`, which ends at `until` by the store's clock.
  claim_validity(const wall_clock& clock, timestamp until, std::chrono::milliseconds asked_at,
                 std::chrono::milliseconds length)
      : until_{std::min(until, clock.now() + length)}, steady_until_{asked_at + length} {}

  /// The remaining time; negative when it is over.
  std::chrono::milliseconds left(const wall_clock& clock) const {
    return std::min<std::chrono::milliseconds>(until_ - clock.now(), steady_until_ - clock.uptime());
  }

private:
  timestamp until_;
  std::chrono::milliseconds steady_until_{0};
};

} // namespace paylink
