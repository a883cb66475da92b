#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// The result of a reading of the clock.
struct clock_finding {
  bool is_sound = true;                  ///< If not, nothing is signed and nothing expires.
  std::chrono::milliseconds moved_by{0}; ///< It was set since the last reading, or the machine slept.
  bool has_settled = false;              ///< It is trusted again, from this reading on.
};

/// Compares the clock that decides with the steady clock. After a jump it is trusted again when two readings, a second
/// or more apart, agree. Not thread-safe.
class clock_watch {
public:
  clock_finding observe(timestamp wall, std::chrono::milliseconds uptime);

  /// The largest move that counts as a correction; more is a jump.
  static constexpr std::chrono::seconds jump{5};
  static constexpr std::chrono::seconds agreement{1};

private:
  std::optional<std::chrono::milliseconds> offset_; ///< Offset of the wall clock from the uptime, at the last reading.
  std::optional<std::chrono::milliseconds> doubted_since_; ///< Uptime of the reading that found it moved.
};

} // namespace paylink
