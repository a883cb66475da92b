#pragma once
#include "domain/values/time.hpp"

#include <optional>

namespace paylink {

/// Each count of what is open ends here.
inline constexpr std::int64_t open_counts_max = 1'000;
/// A connected account of which nothing was heard for so long is silent.
inline constexpr std::chrono::hours silent_after{24};
/// What was given up before is not counted: nobody has missed it.
inline constexpr std::chrono::hours missed_within{7 * 24};

/// What waits for a person in a Workspace now.
struct open_counts {
  std::int64_t needs_attention = 0;        ///< Transactions that nobody has settled.
  std::int64_t merchants_not_notified = 0; ///< Links that were paid, and whose callback has failed.
  std::int64_t webhooks_not_notified = 0;  ///< Deliveries to webhooks and chats that were given up of late.
  std::int64_t accounts_connected = 0;
  std::int64_t accounts_silent = 0;
  std::optional<timestamp> last_heard_at{}; ///< Of the connected accounts; none: nothing was ever heard.
};

} // namespace paylink
