#pragma once
#include "actors/node_environment.hpp"

#include <unordered_map>

namespace paylink {

/// Sends requests to endpoints that belong to no delivery, so that a person learns at once whether an endpoint works.
/// Owns:  which of them are under way.
/// Hears: try_endpoint, trial_ended.
/// Tells: the outside world (through the sender), the requester.
/// Keeps: few at once, for a Workspace and in all: they take no turns with deliveries. Nothing of them is stored.
struct trial_desk_state {
  trial_desk_state(trial_desk_actor::pointer owner) : self{owner} {}
  static inline const char* name = "trial-desk";

  caf::result<endpoint_tried> on_trial(const try_endpoint& wanted);
  void on_ended(trial_ended& ended);

  struct trial {
    workspace_id workspace;
    caf::typed_response_promise<endpoint_tried> reply;
  };
  bool is_full_for(const workspace_id& workspace) const;

  trial_desk_actor::pointer self;
  node_environment* node = nullptr;
  std::unordered_map<std::uint64_t, trial> under_way;
  std::uint64_t next_number = 1;
};

trial_desk_actor::behavior_type trial_desk_behavior(trial_desk_actor::stateful_pointer<trial_desk_state> self,
                                                    node_environment* environment);

} // namespace paylink
