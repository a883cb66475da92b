#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace paylink {

/// What a writer's thread does, for those who may not wait for it: it can stand still for as long as a standby does.
/// Safe from any thread.
class writer_watch {
public:
  /// A batch begins; it ends, stored or not.
  void begin(std::chrono::milliseconds uptime) { busy_since_ = uptime.count(); }
  void end(bool could_store) {
    busy_since_ = idle;
    could_store_ = could_store;
  }

  /// Whether the batch that is under way has taken too long: nobody is to wait for it, and no work is to be sent here.
  bool is_stuck(std::chrono::milliseconds uptime) const {
    const auto since = busy_since_.load();
    return since != idle && uptime.count() - since > batch_time_max.count();
  }
  /// Whether the last batch found a database to store it.
  bool could_store() const { return could_store_; }

  static constexpr std::chrono::milliseconds batch_time_max{5'000};

private:
  static constexpr std::int64_t idle = -1;
  std::atomic<std::int64_t> busy_since_ = idle;
  std::atomic<bool> could_store_ = true;
};

} // namespace paylink
