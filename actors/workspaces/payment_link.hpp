#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// One payment link while it has work.
/// Owns:       the link's turn: while one change of it is being written, the next ones wait in this mailbox. The link
///             itself is a row. It ends when nothing is left to do: nobody but the Workspace knows it, and that one
///             only as long as it lives.
/// Receives:   write.
/// Sends to:   STORE (the same), DELIVERY SUPERVISOR (its one callback), the link's open pages.
/// Guarantees: two changes of the link never run at the same time on this node; the next is read only after this one
///             is on disk. Two nodes, and the expiry of many links at once (LINK EXPIRER), meet at the row, which each
///             transaction locks and reads again.
struct payment_link_state {
  payment_link_state(payment_link_actor::pointer owner) : self{owner} {}
  static inline const char* name = "payment-link";

  caf::result<written> on_write(write& command);

  payment_link_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
};

payment_link_actor::behavior_type payment_link_behavior(payment_link_actor::stateful_pointer<payment_link_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor);

} // namespace paylink
