#pragma once
#include <cstdint>
#include <string>

namespace paylink {

/// The steps of a pass, in their order. The first of each two goes through all deliveries, the second through those
/// that it has noted for later.
enum class purge_stage { begin, bodies, late_bodies, rest, late_rest, end };

/// How far the purges have come: the scheduled job's progress.
struct purge_place {
  std::int64_t bodies_to = 0; ///< The row up to which bodies are gone or noted for later.
  std::int64_t rest_to = 0;   ///< The same for attempts and deliveries.
  // Of the pass that is under way.
  purge_stage stage = purge_stage::begin;
  bool only_reports = false;
  std::int64_t counted_to = 0; ///< The row up to which a pass that only reports has counted, in this stage.
  std::int64_t bodies = 0;     ///< How many deliveries have lost their bodies so far,
  std::int64_t attempts = 0;   ///< how many attempts are gone,
  std::int64_t deliveries = 0; ///< and how many deliveries.
  // The newest delivery when the pass began. If that row holds another one now, SQLite has given numbers a second time.
  std::int64_t newest = 0;
  std::string newest_event{};
  std::int64_t restarted_at =
      0; ///< When it was last found so, and the purges began at the first row again: milliseconds.

  /// Reads what `text` wrote; anything else is the place before the first row.
  static purge_place read(const std::string& progress);
  std::string text() const;
};

} // namespace paylink
