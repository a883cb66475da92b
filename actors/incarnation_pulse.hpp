#pragma once
#include "persistence/incarnations/own_incarnation.hpp"

#include <atomic>

namespace paylink {

/// Until when no other node can have declared this incarnation dead, in uptime. Thread-safe.
class incarnation_pulse {
public:
  /// The store has written the heartbeat requested at `asked_at`. A node alone at its database is never declared dead.
  void show(std::chrono::milliseconds asked_at, bool is_shared) {
    sure_until_ = is_shared ? (asked_at + silence_max).count() : for_ever;
  }
  /// Whether the node's claims are certainly still valid. Before the first heartbeat, no other node knows of this
  /// incarnation.
  bool is_sure(std::chrono::milliseconds now) const { return now.count() < sure_until_; }

private:
  static constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::int64_t> sure_until_ = for_ever;
};

} // namespace paylink
