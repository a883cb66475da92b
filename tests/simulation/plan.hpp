#pragma once
#include "domain/deliveries/retry_policy.hpp"
#include "tests/simulation/chance.hpp"

#include <array>
#include <chrono>
#include <set>
#include <string>
#include <string_view>

namespace paylink::simulation {

/// What may go wrong in a run. Each seed draws some of them.
enum class fault : std::uint8_t {
  crash,         ///< A node's process is killed between two steps, or in the middle of a transaction.
  power,         ///< The same, and what its disk had not synced is lost (a node with a disk of its own).
  stop,          ///< A node ends in order, and starts again.
  freeze,        ///< A node stands still, up to longer than a lease.
  clock,         ///< A node's clock is ahead, behind, or jumps.
  conflict,      ///< A transaction is refused because another was in its way.
  lost_answer,   ///< A transaction's commit is done, but its answer is lost.
  lost_link,     ///< The link to the database breaks in a transaction.
  full,          ///< The disk is full for a while.
  locked,        ///< Somebody else holds the database for a moment.
  disk,          ///< A sync fails: the process ends.
  read,          ///< A query fails.
  receiver,      ///< Receivers hang, reset, refuse, redirect, lose their 2xx; their names are not found.
  repeats,       ///< Entries come more than once, over several nodes, and late.
  other_content, ///< An entry comes again with another content.
  rotation,      ///< Signing keys are replaced.
  same_moment,   ///< Cancel, expiry and credit meet in one millisecond.
  namesakes,     ///< All nodes have one name, as where a folder was copied.
  failover,      ///< A standby that was behind takes over: what was committed last is gone.
  suspension,    ///< Workspaces are suspended, and taken up again.
  wrong_start    ///< A node begins by a clock that is hours off, or has no NTP client that would vouch for it.
};
inline constexpr std::size_t fault_count = 21;
std::string_view name_of(fault kind);

/// Which feeds know virtual accounts: the bank's own, the switch's, or both.
enum class naming : std::uint8_t { own, of_switch, both };

/// What a run does, drawn from its seed; a smaller case of a failure has some of it taken away.
struct plan {
  int nodes = 1;
  bool own_disk = true; ///< One node on a file: its clock decides, and its disk can lose the power. Else a server's.
  int links = 8;
  int transfers = 8;
  int hosts = 3;
  int readers = 1; ///< Of each kind on a node. Each prepares its statements at every start, half of what a run costs.
  std::chrono::milliseconds chaos{0}; ///< How long faults happen; calm follows.
  std::set<fault> faults;
  naming named_by = naming::own;
  retry_policy retries{};   ///< As the operator has set them; half of the seeds have the specification's.
  bool is_restored = false; ///< When all is over, a backup of before takes the database's place, and all is told again.
  /// How long bodies are kept, and the rest of a delivery twice as long; 0: as long as the specification's defaults.
  std::chrono::milliseconds kept{0};
  bool has_visitors = false; ///< When all is over, calls come that meet Workspaces which are about to leave.

  bool has(fault kind) const { return faults.contains(kind); }
  /// Whether any node's clock may tell another time than the true one.
  bool has_wrong_clocks() const { return has(fault::clock) || has(fault::wrong_start); }

  /// Whether nothing stands between a decision of a node and what follows from it: what goes wrong is elsewhere.
  bool is_prompt() const;

  static plan draw(chance& dice);
  /// `nodes=2 disk=0 links=3 … chaos=45000 faults=crash,receiver`; times in ms, the factor of the waits in tenths,
  /// `named` as the number of its `naming`.
  std::string text() const;
  /// Changes what the text names. Throws std::invalid_argument with what it does not know.
  void change(std::string_view text);
};

} // namespace paylink::simulation
