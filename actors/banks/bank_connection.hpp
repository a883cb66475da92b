#pragma once
#include "actors/interfaces.hpp"
#include "actors/owed_reply.hpp"

#include <deque>

namespace paylink {

/// A connection of a bank account while it is in progress.
/// Owns:       the calls about it that wait.
/// Receives:   connector_call, connection_given_up.
/// Sends to:   CONNECTOR CALLER (one call at a time: a code is judged before the next one is sent).
/// Guarantees: it ends when nothing is asked for as long as a connection may take; what it has reached is in the
///             database.
struct bank_connection_state {
  bank_connection_state(bank_connection_actor::pointer owner) : self{owner} {}
  static inline const char* name = "bank-connection";

  struct waiting_call {
    connector_call call;
    owed_reply<connector_answer> reply;
  };
  caf::result<connector_answer> on_call(connector_call& wanted);
  void go_on();
  void rest();

  bank_connection_actor::pointer self;
  connector_caller_actor connector;
  std::deque<waiting_call> waiting;
  bool is_calling = false;
  std::uint64_t calls = 0; ///< A timer that was set before the last one is stale.
};

bank_connection_actor::behavior_type
bank_connection_behavior(bank_connection_actor::stateful_pointer<bank_connection_state> self,
                         connector_caller_actor connector);

} // namespace paylink
