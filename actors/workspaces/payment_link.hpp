#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// One payment link while it has work.
/// Owns:       nothing; the row is the truth.
/// Receives:   credit_received, write.
/// Sends to:   STORE (the same), DELIVERY SUPERVISOR (its one callback), the link's open pages.
/// Guarantees: two changes of the link never run at the same time; the next is read only after this one is on disk.
struct payment_link_state {
  payment_link_state(payment_link_actor::pointer owner) : self{owner} {}
  static inline const char* name = "payment-link";

  caf::result<credit_settled> on_credit(credit_received& credit);
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
