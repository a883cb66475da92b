#pragma once
#include <span>

namespace paylink::simulation {

/// What rows can be asked at any moment, with a statement of the simulation's own.
struct promise {
  const char* what;
  const char* broken; ///< Counts the rows that break it.
};

namespace promises {
std::span<const promise> always();
/// Of the counts of each hour: they are those of the rows.
std::span<const promise> of_statistics();
/// Of webhooks, chats and orders: what is recorded is told, and nothing else. One may have `:kept_since` or
/// `:bodies_since`, a time: what had ended before, or its bodies, may be gone.
std::span<const promise> of_webhooks();
/// What holds even after a failover to a standby that was behind.
std::span<const promise> always_and_anyway();
/// Once nothing is under way any more.
std::span<const promise> at_end();
} // namespace promises

} // namespace paylink::simulation
