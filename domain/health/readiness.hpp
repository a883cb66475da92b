#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace paylink {

/// What keeps a node from its work, or from some of it, though its process runs. `GET /readyz` names each with its
/// sentence.
enum class concern : std::uint8_t {
  clock_unconfirmed, ///< Nobody has supported the clock yet; so from the start to the first transaction.
  clock_moved,       ///< Somebody set it, or the machine slept, a moment ago.
  clock_apart,       ///< The database's clock tells another time than the node's.
  store_stuck,       ///< The writer's batch takes too long: nobody is to wait for it. A standby may be awaited.
  reads_stuck,       ///< A reader's queries take too long: nobody is to wait for them.
  lists_stuck,       ///< The same of a reader of lists and searches: these alone are sent away.
  store_unavailable, ///< Its last batch found no database to store it.
  keys_missing,      ///< Somebody has sealed with a master key that this node was not given.
  draining,          ///< The node is about to end.
};
inline constexpr std::size_t concern_count = 9;

/// What `/readyz` says of a reason.
std::string_view to_text(concern why);

/// Whether a node is ready, and what concerns it. The writer and the readers tell, and their threads can stand still:
/// so others ask here, from any thread.
class readiness {
public:
  /// What is wrong with the clock, or no longer; that keys are missing; that the node is about to end.
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

  /// One of the readers, by its place, begins with a request that is to be done at this uptime; and is done with it.
  /// From `readers_max` on the places are those of lists and searches.
  void read_begins(std::size_t place, std::chrono::milliseconds until) { reading_until_[place] = until.count(); }
  void read_ends(std::size_t place) { reading_until_[place] = idle_reader; }

  bool is(concern why, std::chrono::milliseconds uptime) const;
  /// Nobody can say by this clock who is late.
  bool doubts_clock() const {
    return (reasons_ & (bit(concern::clock_unconfirmed) | bit(concern::clock_moved) | bit(concern::clock_apart))) != 0;
  }
  /// No: all work is better done elsewhere. A clock that nobody has supported yet hinders a part of it for minutes,
  /// and the request of a bank is what can support it; a missing key and lists that do not end hinder a part as well.
  bool wants_work(std::chrono::milliseconds uptime) const;
  /// A line for each concern; empty: there is none.
  std::string text(std::chrono::milliseconds uptime) const;

  static constexpr std::chrono::milliseconds batch_time_max{5'000}, read_time_max{5'000}; ///< Of one request.
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
