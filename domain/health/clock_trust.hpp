#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/time.hpp"

namespace paylink {

/// Who can say what time it is, beside the clock that decides.
enum class clock_witness : std::uint8_t {
  steady_time,     ///< What went by on a clock that nobody sets, since the time was confirmed.
  nothing_to_lose, ///< No time is stored yet, and nothing that a wrong one could end.
  kernel,          ///< An NTP client disciplines the machine's clock.
  database_server, ///< PostgreSQL on another machine.
  stored_time,     ///< The newest time that a believed clock has left in the database.
  bank,            ///< A request that a bank has signed.
  near_bank,       ///< The same from a private address: on this very machine, as in a container, it has the same clock.
  receiver,        ///< The `Date` in the answers of receivers, of two Workspaces.
  patience         ///< Nobody: the clock ran evenly for long enough.
};
std::string_view to_text(clock_witness who);

/// Whether the clock is to be believed. At a start, and after a jump, it is not before a witness supports it: links
/// that a wrong clock has closed stay closed, and what it has signed can be refused for good. Not thread-safe.
class clock_trust {
public:
  /// Somebody tells a time; `ahead` is by how much ours is later.
  void hear(clock_witness who, std::chrono::milliseconds ahead, timestamp wall, std::chrono::milliseconds uptime);

  /// The same for a receiver. It is some merchant's, so one Workspace's alone say nothing.
  void hear_receiver(workspace_id of, std::chrono::milliseconds ahead, timestamp wall,
                     std::chrono::milliseconds uptime);

  /// Whether this reading can be believed; none: nobody supports it.
  std::optional<clock_witness> judge(timestamp wall, std::chrono::milliseconds uptime);

  /// When a clock that is not believed will be, if it runs evenly and nobody says a word.
  std::chrono::milliseconds believed_in(std::chrono::milliseconds uptime) const;

  /// How far apart two clocks of machines may be that are looked after.
  static constexpr std::chrono::seconds apart_max{120};
  /// The same for those outside, whose words take their time, and how old the newest stored time may be: as far as
  /// receivers allow a signature to be ahead.
  static constexpr std::chrono::seconds outside_apart_max{300};
  /// How long a clock that nobody speaks for must run evenly, without a word of a bank against it.
  static constexpr std::chrono::minutes patience{5};
  /// The same for one that is before the newest stored time. One of the two is wrong; who repairs it needs time, but a
  /// time that was stored by mistake must not stop a service for ever.
  static constexpr std::chrono::minutes patience_before_stored{60};
  /// How long banks can hold a clock up by their words against it.
  static constexpr std::chrono::minutes contradiction_max{60};

private:
  void forget_doubts();

  std::optional<std::chrono::milliseconds> believed_;      ///< Offset of the wall clock from the uptime.
  std::optional<std::chrono::milliseconds> last_;          ///< The same at the last reading.
  std::optional<std::chrono::milliseconds> waiting_since_; ///< Uptime since when it runs evenly and uncontradicted.
  std::optional<std::chrono::milliseconds> doubted_since_; ///< The same, whoever contradicts it.
  std::optional<timestamp> stored_later_;                  ///< The newest stored time, when this clock began before it.
  struct receivers_word {
    workspace_id of;
    std::chrono::milliseconds offset; ///< That they agree to.
  };
  std::optional<receivers_word> first_receiver_;
  clock_witness by_ = clock_witness::patience;
};

} // namespace paylink
