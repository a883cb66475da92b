#pragma once
#include <chrono>

namespace paylink {

/// How long a query of one connection may take, and the deadline of the running one. Owned by one thread.
struct query_deadline {
  std::chrono::milliseconds time_max;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();

  void begin() { until = std::chrono::steady_clock::now() + time_max; }
  void end() { until = std::chrono::steady_clock::time_point::max(); }
  bool has_passed() const { return std::chrono::steady_clock::now() >= until; }
};

} // namespace paylink
