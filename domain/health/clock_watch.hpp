#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// What a reading of the clock says.
struct clock_finding {
  bool is_sound = true;                  ///< Nothing is signed and nothing expires by a clock that is not.
  std::chrono::milliseconds moved_by{0}; ///< Somebody set it since the last reading, or the machine slept.
  bool has_settled = false;              ///< It can be believed again, from this reading on.
};

/// Holds the clock that decides against one that nobody sets. Once it was moved it is believed again when two readings,
/// a second or more apart, agree. Not thread-safe.
class clock_watch {
public:
  clock_finding observe(timestamp wall, std::chrono::milliseconds uptime);

  /// What correcting a clock moves it by at most; more is a jump.
  static constexpr std::chrono::seconds jump{5};
  static constexpr std::chrono::seconds agreement{1};

private:
  std::optional<std::chrono::milliseconds> offset_;        ///< Of the wall clock from the uptime, at the last reading.
  std::optional<std::chrono::milliseconds> doubted_since_; ///< Uptime of the reading that found it moved.
};

} // namespace paylink
