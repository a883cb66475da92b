#pragma once
#include "domain/webhooks/webhook.hpp"

namespace paylink {

/// How a webhook fares: its deliveries that have ended since one has succeeded.
struct webhook_health {
  std::optional<timestamp> gone_since{};    ///< Since then all have ended with 410.
  std::optional<timestamp> failing_since{}; ///< Since then none has succeeded.
  std::int64_t failures = 0;
};

/// A webhook is disabled after this long with nothing but 410.
inline constexpr std::chrono::hours gone_time_max{24};
/// Or after this long without a success, once so many deliveries have failed.
inline constexpr std::chrono::hours failing_time_max{24 * 7};
inline constexpr std::int64_t failing_deliveries_min = 100;

/// A delivery has ended failed; `status_code` is the last answer's, 0 without one.
void note_failure(webhook_health& health, int status_code, timestamp now);

/// Whether a webhook that fares so is disabled now, and why.
disabled_reason judge(const webhook_health& health, timestamp now);

} // namespace paylink
