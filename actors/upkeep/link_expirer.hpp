#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Expires links whose time has come.
/// Owns:  one timer per node, never one per link, so that a million pending links cost only rows.
/// Hears: expiry_due.
/// Tells: STORE (a batch when the next link is due, and once a second), the links' open pages.
/// Keeps: a credit or a cancel that comes first wins in the store; reads treat a link past its time as expired anyway.
struct link_expirer_state {
  link_expirer_state(link_expirer_actor::pointer owner) : self{owner} {}
  static inline const char* name = "link-expirer";

  void expire();
  void look_again(std::chrono::milliseconds wait);

  link_expirer_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
};

link_expirer_actor::behavior_type link_expirer_behavior(link_expirer_actor::stateful_pointer<link_expirer_state> self,
                                                        node_environment* node, store_actor store);

} // namespace paylink
