#include "domain/health/clock_watch.hpp"

namespace paylink {

clock_finding clock_watch::observe(timestamp wall, std::chrono::milliseconds uptime) {
  const auto offset = wall.time_since_epoch() - uptime;
  const auto moved_by = offset - offset_.value_or(offset);
  offset_ = offset;
  if (std::chrono::abs(moved_by) > jump) {
    doubted_since_ = uptime;
    return {.is_sound = false, .moved_by = moved_by};
  }
  if (!doubted_since_) return {};
  if (uptime - *doubted_since_ < agreement) return {.is_sound = false};
  doubted_since_.reset();
  return {.has_settled = true};
}

} // namespace paylink
