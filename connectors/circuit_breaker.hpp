#pragma once
#include <chrono>

namespace paylink {

/// Keeps calls from a service that does not answer: after some failures in a row none is made for a while, and then one
/// to try. Not thread-safe. Times are uptimes.
class circuit_breaker {
public:
  struct rules {
    int failures_max = 5; ///< In a row, until it opens.
    std::chrono::milliseconds open_time{30'000};
  };
  circuit_breaker() = default;
  explicit circuit_breaker(rules by) : by_{by} {}

  /// Whether a call may be made.
  bool admits(std::chrono::milliseconds now) const { return failures_ < by_.failures_max || now >= open_until_; }
  void succeeded() { failures_ = 0; }
  /// Returns whether it has opened with this failure: worth a line in the log.
  bool failed(std::chrono::milliseconds now);

private:
  rules by_{};
  int failures_ = 0;
  std::chrono::milliseconds open_until_{0};
};

} // namespace paylink
