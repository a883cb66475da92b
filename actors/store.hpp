#pragma once
#include "actors/interfaces.hpp"

#include <caf/actor_clock.hpp>
#include <functional>
#include <memory>
#include <optional>

namespace paylink {

/// The writer's actor.
/// Owns:       the one writing connection.
/// Receives:   write.
/// Sends to:   only the requester.
/// Guarantees: nothing is answered before its commit has returned. A credit whose link another node has locked does
///             not delay the others: it is retried for a second.
///
/// Detached in the composition root, since it blocks on the disk; event-based under virtual time.
struct store_state {
  store_state(store_actor::pointer owner) : self{owner} {}
  ~store_state();
  static inline const char* name = "store";

  caf::result<written> on_write(write& request);
  void flush();
  /// Answers every verb except blocked ones: those wait separately and do not delay a batch.
  void answer(std::vector<result<write_reply>> outcomes);
  void retry();
  void rest();

  store_actor::pointer self;
  std::unique_ptr<write_store> writer;
  struct waiter {
    caf::typed_response_promise<written> reply;
    std::optional<caf::actor_clock::time_point> held_since{}; ///< Verbs that another node's transaction blocks.
  };
  std::vector<write_command> commands;
  std::vector<waiter> waiters; ///< One for each of the commands.
  std::vector<write_command> held;
  std::vector<waiter> holding; ///< One for each of those held.
  bool flush_queued = false;
  bool retry_queued = false;
  bool rest_queued = false;
};

/// At most this many verbs in one transaction, so that the first of them does not wait for ever.
inline constexpr std::size_t batch_commands_max = 512;

/// Begins its incarnation, and releases the claims of this node's earlier incarnations.
store_actor::behavior_type store_behavior(store_actor::stateful_pointer<store_state> self,
                                          const std::function<std::unique_ptr<write_store>()>& open);

} // namespace paylink
