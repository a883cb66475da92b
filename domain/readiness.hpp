#pragma once
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
  store_unavailable, ///< Its last batch found no database to store it.
  draining,          ///< The node is about to end.
};
inline constexpr std::size_t concern_count = 6;

/// What `/readyz` says of a reason.
std::string_view to_text(concern why);

/// Whether a node is ready, and what concerns it. The writer tells, and its thread can stand still: so others ask here,
/// from any thread.
class readiness {
public:
  /// What is wrong with the clock, or no longer; or that the node is about to end.
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

  bool is(concern why, std::chrono::milliseconds uptime) const;
  /// Nobody can say by this clock who is late.
  bool doubts_clock() const {
    return (reasons_ & (bit(concern::clock_unconfirmed) | bit(concern::clock_moved) | bit(concern::clock_apart))) != 0;
  }
  /// No: all work is better done elsewhere. A clock that nobody has supported yet hinders a part of it for minutes,
  /// and the request of a bank is what can support it.
  bool wants_work(std::chrono::milliseconds uptime) const;
  /// A line for each concern; empty: there is none.
  std::string text(std::chrono::milliseconds uptime) const;

  static constexpr std::chrono::milliseconds batch_time_max{5'000};

private:
  static constexpr std::int64_t idle = -1;
  static constexpr std::uint32_t bit(concern why) { return std::uint32_t{1} << static_cast<unsigned>(why); }
  std::atomic<std::uint32_t> reasons_ = bit(concern::clock_unconfirmed);
  std::atomic<std::int64_t> busy_since_ = idle;
};

} // namespace paylink
