#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Expires links and orders whose time has come.
/// Owns:       one timer per node, never one per link, so that a million pending links cost only rows.
/// Receives:   expiry_due.
/// Sends to:   STORE (a batch when the next one is due, and once a second), the links' open pages, DELIVERY SUPERVISOR
///             (the events of orders that have failed).
/// Guarantees: a credit or a cancel that comes first wins in the store; reads treat what is past its time as expired
///             anyway.
struct link_expirer_state {
  link_expirer_state(link_expirer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "link-expirer";

  void expire();
  void on_links_expired(expired_links& expired);
  void on_orders_expired(const expired_orders& expired);
  /// One of the two sweeps is over; the sooner of them says when the next ones begin.
  void look_again(std::chrono::milliseconds wait);
  std::chrono::milliseconds wait_for(bool more, const std::optional<timestamp>& next_due) const;

  link_expirer_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  int sweeps = 0; ///< Under way.
  std::chrono::milliseconds next{0};
};

link_expirer_actor::behavior_type link_expirer_behavior(link_expirer_actor::stateful_pointer<link_expirer_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor);

} // namespace paylink
