#pragma once
#include "actors/node_environment.hpp"

#include <unordered_map>

namespace paylink {

/// Sends requests to endpoints that belong to no delivery, so that a person learns at once whether an endpoint works.
/// Owns:       which of them are under way.
/// Receives:   continued_call<endpoint_test>, trial_ended.
/// Sends to:   the outside world (through the sender), READERS (calls whose endpoint has been tested).
/// Guarantees: few at once, for a Workspace and in all: they take no turns with deliveries. Nothing of them is stored.
struct endpoint_tester_state {
  endpoint_tester_state(endpoint_tester_actor::pointer owner) : self{owner} {}
  static inline const char* name = "endpoint-tester";

  void on_test(const continued_call<endpoint_test>& call);
  void on_ended(trial_ended& ended);

  bool is_full_for(const workspace_id& workspace) const;

  endpoint_tester_actor::pointer self;
  node_environment* node = nullptr;
  std::unordered_map<std::uint64_t, continued_call<endpoint_test>> under_way;
  std::uint64_t next_number = 1;
};

endpoint_tester_actor::behavior_type
endpoint_tester_behavior(endpoint_tester_actor::stateful_pointer<endpoint_tester_state> self,
                         node_environment* environment);

} // namespace paylink
