#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Writes this node's heartbeat.
/// Owns:       the heartbeat, one timer.
/// Receives:   beat_due, drain_incarnation, end_incarnation.
/// Sends to:   STORE (every two seconds, if other nodes can use the database, else every ten), the node's PULSE,
///             SUPERVISOR (a new incarnation has begun), the BOARD of changes (other nodes, and what is looked at
///             through them).
/// Guarantees: a claimed attempt starts only while no other node can have declared this one dead, or after the store
///             has confirmed the claim.
struct incarnation_monitor_state {
  incarnation_monitor_state(incarnation_monitor_actor::pointer owner) : self{owner} {}
  static inline const char* name = "incarnation-monitor";

  void beat();
  void on_report(const incarnation_report& report, std::chrono::milliseconds asked_at);
  void beat_again(std::chrono::milliseconds wait);
  void on_drain();
  caf::result<incarnation_ended> on_end();

  incarnation_monitor_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  incarnation_phase phase = incarnation_phase::serving;
  std::int64_t living = 1;
  event_mark events{}; ///< As the folder has it.
};

incarnation_monitor_actor::behavior_type
incarnation_monitor_behavior(incarnation_monitor_actor::stateful_pointer<incarnation_monitor_state> self,
                             node_environment* node, store_actor store, delivery_supervisor_actor supervisor);

} // namespace paylink
