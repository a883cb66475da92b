#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Clears the data of deleted Workspaces.
/// Owns:       one timer per node.
/// Receives:   clearing_due.
/// Sends to:   STORE (a portion at a time, so that no credit waits for it), the open pages of the links that it
///             closes.
/// Guarantees: what a node has begun, any node ends: how far it has come is stored with each portion.
struct workspace_clearer_state {
  workspace_clearer_state(workspace_clearer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "workspace-clearer";

  void clear();
  void look_again(std::chrono::milliseconds wait);

  workspace_clearer_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
};

workspace_clearer_actor::behavior_type
workspace_clearer_behavior(workspace_clearer_actor::stateful_pointer<workspace_clearer_state> self,
                           node_environment* node, store_actor store);

} // namespace paylink
