#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Does what is left to do when bank accounts have been connected or removed: the entries that came before are
/// recorded, the pending links and orders of a removed one are closed.
/// Owns:       one timer per node.
/// Receives:   accounts_are_due, account_due.
/// Sends to:   STORE (a portion at a time, so that no credit waits for it), DELIVERY SUPERVISOR (what was raised), the
///             open pages of links that are paid or closed.
/// Guarantees: what a node has begun, any node ends: how far it has come is stored with each portion.
struct account_updater_state {
  account_updater_state(account_updater_actor::pointer owner) : self{owner} {}
  static inline const char* name = "account-updater";

  void look();
  void on_kept(kept_accounts& kept);
  void look_again(std::chrono::milliseconds wait);

  account_updater_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  bool is_looking = false;     ///< The store has been asked.
  std::uint64_t next_look = 0; ///< Timers of earlier looks are stale.
};

account_updater_actor::behavior_type
account_updater_behavior(account_updater_actor::stateful_pointer<account_updater_state> self, node_environment* node,
                         store_actor store, delivery_supervisor_actor supervisor);

} // namespace paylink
