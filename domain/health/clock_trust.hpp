#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/time.hpp"

namespace paylink {

/// What can confirm the time, besides the clock that decides.
enum class clock_witness : std::uint8_t {
  steady_time,     ///< The time elapsed on the steady clock since the time was confirmed.
  nothing_to_lose, ///< No time is stored yet, and nothing that a wrong clock could expire.
  kernel,          ///< An NTP client synchronizes the machine's clock.
  database_server, ///< PostgreSQL on another machine.
  stored_time,     ///< The newest time that a trusted clock has stored in the database.
  bank,            ///< A request that a bank has signed.
  near_bank, ///< The same from a private address: it may be on this machine, as in a container, and share its clock.
  receiver,  ///< The `Date` in the answers of receivers, of two owners of Workspaces.
  patience   ///< Nothing: the clock ran evenly for long enough.
};
std::string_view to_text(clock_witness who);

/// Decides whether the clock is trusted. At a start, and after a jump, it is not until a witness confirms it: links
/// that a wrong clock has closed stay closed, and callbacks that it has signed may be refused for good. Not
/// thread-safe.
class clock_trust {
public:
  /// A witness reports a time; `ahead` is by how much ours is later.
  void hear(clock_witness who, std::chrono::milliseconds ahead, timestamp wall, std::chrono::milliseconds uptime);

  /// The same for a receiver, by the owner of its Workspace. It does what that person wants, in each of their
  /// Workspaces, so one person's receivers alone prove nothing.
  void hear_receiver(user_id of, std::chrono::milliseconds ahead, timestamp wall, std::chrono::milliseconds uptime);

  /// Which witness confirms this reading; none: it is not trusted.
  std::optional<clock_witness> judge(timestamp wall, std::chrono::milliseconds uptime);

  /// When an unconfirmed clock will be trusted, if it runs evenly and no witness contradicts it.
  std::chrono::milliseconds believed_in(std::chrono::milliseconds uptime) const;

  /// How far apart the clocks of two of our own machines may be.
  static constexpr std::chrono::seconds apart_max{120};
  /// The same for outside machines, whose messages take time, and the maximum age of the newest stored time: as far as
  /// receivers allow a signature to be ahead.
  static constexpr std::chrono::seconds outside_apart_max{300};
  /// How long an unconfirmed clock must run evenly, without a bank contradicting it.
  static constexpr std::chrono::minutes patience{5};
  /// The same for a clock that is before the newest stored time. One of the two is wrong; a repair needs time, but a
  /// time stored by mistake must not stop the service for ever.
  static constexpr std::chrono::minutes patience_before_stored{60};
  /// How long banks can delay trust by contradicting the clock.
  static constexpr std::chrono::minutes contradiction_max{60};

private:
  void forget_doubts();

  std::optional<std::chrono::milliseconds> believed_;      ///< Offset of the wall clock from the uptime.
  std::optional<std::chrono::milliseconds> last_;          ///< The same at the last reading.
  std::optional<std::chrono::milliseconds> waiting_since_; ///< Uptime since which it has run evenly and uncontradicted.
  std::optional<std::chrono::milliseconds> doubted_since_; ///< The same, even if contradicted.
  std::optional<timestamp> stored_later_;                  ///< The newest stored time, if this clock started before it.
  struct receivers_word {
    user_id of;
    std::chrono::milliseconds offset; ///< The offset that they agree on.
  };
  std::optional<receivers_word> first_receiver_;
  clock_witness by_ = clock_witness::patience;
};

} // namespace paylink
