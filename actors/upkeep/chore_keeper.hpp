#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Does the chores of the database: month ends, changes of plans, notices of quotas, purges.
/// Owns:  one timer per node.
/// Hears: chore_due.
/// Tells: STORE (takes a chore that is due, then does a portion at a time, so that no credit waits for it).
/// Keeps: a chore is done by one node at a time, and goes on with any other: how far it has come is stored with each
///        portion.
struct chore_keeper_state {
  chore_keeper_state(chore_keeper_actor::pointer owner) : self{owner} {}
  static inline const char* name = "chore-keeper";

  void go_on() { chore.empty() ? claim() : work(); }
  void claim();
  void work();
  void look_again(std::chrono::milliseconds wait);

  chore_keeper_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  std::string chore; ///< The one that it has taken; empty: none.
};

chore_keeper_actor::behavior_type chore_keeper_behavior(chore_keeper_actor::stateful_pointer<chore_keeper_state> self,
                                                        node_environment* node, store_actor store);

} // namespace paylink
