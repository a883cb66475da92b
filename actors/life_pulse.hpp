#pragma once
#include "persistence/lives/own_life.hpp"

#include <atomic>

namespace paylink {

/// Until when nobody can have declared this node's life dead, by the node's uptime. Safe from any thread.
class life_pulse {
public:
  /// The store has shown it, asked at `asked_at`. Alone at its database nobody declares it dead.
  void show(std::chrono::milliseconds asked_at, bool is_shared) {
    sure_until_ = is_shared ? (asked_at + silence_max).count() : for_ever;
  }
  /// Whether what was claimed is surely still claimed. Before the first sign of life nobody knows of the life at all.
  bool is_sure(std::chrono::milliseconds now) const { return now.count() < sure_until_; }

private:
  static constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::int64_t> sure_until_ = for_ever;
};

} // namespace paylink
