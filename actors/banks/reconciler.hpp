#pragma once
#include "actors/node_environment.hpp"

#include <vector>

namespace paylink {

/// Fetches from banks' connectors entries that no notification has shown.
/// Owns:       one timer per node.
/// Receives:   fetch_due.
/// Sends to:   STORE (which account is due, how far it has come), CONNECTOR ROUTER (for the entries), DIRECTORY (each
///             of them, for the account of the connection).
/// Guarantees: a place of the connector's is stored after everything before it; what a node has begun and left,
///             another does again, and an entry that comes twice is counted once.
struct reconciler_state {
  reconciler_state(reconciler_actor::pointer owner) : self{owner} {}
  static inline const char* name = "reconciler";

  void look();
  void fetch(const due_fetch& due);
  void on_fetched(const due_fetch& due, const connector_answer& answer);
  /// Tries again later; `shown` to the Workspace, `reason` to the log.
  void fail(const due_fetch& due, std::string_view shown, std::string_view reason);
  void note(const due_fetch& due, std::string fetched_to, std::string fault, bool is_more_due);
  void look_again(std::chrono::milliseconds wait);

  reconciler_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  connector_router_actor connectors;
  directory_actor directory;
  std::vector<std::string> feeds; ///< Those with a connector.
  bool is_looking = false;        ///< The store has been asked, or an account is being fetched.
  std::uint64_t next_look = 0;    ///< Timers of earlier looks are stale.
};

struct reconciler_parts {
  store_actor store;
  connector_router_actor connectors;
  directory_actor directory;
  std::vector<std::string> feeds;
};

reconciler_actor::behavior_type reconciler_behavior(reconciler_actor::stateful_pointer<reconciler_state> self,
                                                    node_environment* node, reconciler_parts parts);

} // namespace paylink
