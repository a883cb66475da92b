#pragma once
#include "persistence/claim_gate.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace paylink {

/// One Workspace, or one destination, may take this many times what is free: however much it wants, a part stays free
/// for the next one.
inline constexpr int share_of_free = 3;

/// A destination whose deliveries take a turn when they are claimed: a turn is worth nothing to one that then waits for
/// a slot, so no more are claimed than there are slots.
struct paced_destination {
  std::string name{}; ///< From `destination_of`; empty: there is none.
  int slots = 0;
};

/// Bounds the claimed deliveries that a node holds in memory: per queue, in total, and by share per Workspace and per
/// destination. A destination that has not proven itself has places only for its one attempt in flight and the next, so
/// that however many receivers hang, those that answer find a place.
class delivery_window final : public claim_gate {
public:
  delivery_window(int per_queue, int in_all, paced_destination paced = {})
      : per_queue_{per_queue}, in_all_{in_all}, paced_{std::move(paced)} {}

  bool admit(const delivery_queue& queue) override;
  /// Takes a place unconditionally, for a delivery that is claimed individually.
  void take(const delivery_queue& queue);
  void release(const delivery_queue& queue) override;

  /// Records whether a destination has answered, and has not timed out since.
  void prove(const std::string& destination, bool is_proven);

  /// How many further deliveries of the queue to claim now. Half of its places are reserved for new deliveries, and
  /// none are claimed until half of the others are free.
  int places_worth_a_claim(const delivery_queue& queue) const;

private:
  struct holdings {
    bool is_proven = false;
    int held = 0;
    std::unordered_map<workspace_id, int> of_workspace;
  };
  /// Of a queue, and of all queues of its destination.
  struct limits {
    int of_queue = 0, of_destination = 0;
  };
  const holdings& holdings_of(const std::string& destination) const;
  limits limits_of(const delivery_queue& queue, const holdings& destination) const;
  int places(const delivery_queue& queue) const;
  void count(const delivery_queue& queue, int change);

  const int per_queue_;
  const int in_all_;
  const paced_destination paced_;
  mutable std::mutex mutex_;
  int held_ = 0;
  std::unordered_map<std::string, holdings> destinations_;
  std::unordered_map<workspace_id, int> workspaces_;
};

} // namespace paylink
