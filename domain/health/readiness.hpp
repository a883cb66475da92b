#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace paylink {

/// Why a running node cannot do its work, or some of it. `GET /readyz` names each with its sentence.
enum class concern : std::uint8_t {
  clock_unconfirmed, ///< Nothing has confirmed the clock yet; also true from the start to the first transaction.
  clock_moved,       ///< The clock was set, or the machine slept, a moment ago.
  clock_apart,       ///< The database's clock and the node's differ.
  store_stuck, ///< The writer's batch takes too long, so calls must not wait for it. It may be waiting for a standby.
  reads_stuck, ///< A reader's queries take too long, so calls must not wait for them.
  lists_stuck, ///< The same for a reader of lists and searches: only these are refused.
  store_unavailable, ///< The last batch could not be stored.
  keys_missing,      ///< Something is sealed with a master key that this node does not have.
  draining,          ///< The node is about to end.
  settings_differ,   ///< Its verdicts on receivers may not be those of the other nodes.
};
inline constexpr std::size_t concern_count = 10;

/// The line of `/readyz` for a reason.
std::string_view to_text(concern why);

/// Whether a node is ready, and its concerns. The writer and the readers report here, because their threads can stall.
/// Thread-safe.
class readiness {
public:
  /// Sets or clears a concern: the clock, missing keys, shutdown.
  void set(concern why, bool is) {
    if (is)
      reasons_ |= bit(why);
    else
      reasons_ &= static_cast<std::uint32_t>(~bit(why));
  }
  /// A batch begins; it ends, stored or not.
  void batch_begins(std::chrono::milliseconds uptime) { busy_since_ = uptime.count(); }
  void batch_ends(bool could_store) {
    busy_since_ = idle;
    set(concern::store_unavailable, !could_store);
  }

  /// A reader, by its index, begins a request at this uptime; and ends it. Indices from `readers_max` on are readers of
  /// lists and searches.
  void read_begins(std::size_t place, std::chrono::milliseconds until) { reading_until_[place] = until.count(); }
  void read_ends(std::size_t place) { reading_until_[place] = idle_reader; }

  bool is(concern why, std::chrono::milliseconds uptime) const;
  /// This clock cannot say who is late.
  bool doubts_clock() const {
    return (reasons_ & (bit(concern::clock_unconfirmed) | bit(concern::clock_moved) | bit(concern::clock_apart))) != 0;
  }
  /// False if all work should go to another node. An unconfirmed clock affects only a part of the work for minutes, and
  /// a bank's request can confirm it; a missing key, lists that do not end and settings that differ also affect only a
  /// part.
  bool wants_work(std::chrono::milliseconds uptime) const;
  /// One line per concern; empty: none.
  std::string text(std::chrono::milliseconds uptime) const;

  static constexpr std::chrono::milliseconds batch_time_max{5'000}, read_time_max{5'000}; ///< For one request.
  static constexpr std::size_t readers_max = 64;

private:
  static constexpr std::int64_t idle = -1;
  static constexpr std::uint32_t bit(concern why) { return std::uint32_t{1} << static_cast<unsigned>(why); }
  static constexpr std::int64_t idle_reader = 0;
  bool has_stuck_reader(std::size_t from, std::chrono::milliseconds uptime) const;

  std::atomic<std::uint32_t> reasons_ = bit(concern::clock_unconfirmed);
  std::atomic<std::int64_t> busy_since_ = idle;
  std::array<std::atomic<std::int64_t>, 2 * readers_max> reading_until_{};
};

} // namespace paylink
