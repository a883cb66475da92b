#pragma once
#include "domain/values/time.hpp"

#include <atomic>

namespace paylink {

/// By how much the clock that decides, the database's, is ahead of this node's. Thread-safe.
class clock_offset {
public:
  void show(std::chrono::milliseconds ahead) { ahead_ = ahead.count(); }
  std::chrono::milliseconds ahead() const { return std::chrono::milliseconds{ahead_.load()}; }

private:
  std::atomic<std::int64_t> ahead_ = 0;
};

} // namespace paylink
