#pragma once
#include "actors/interfaces.hpp"

#include <caf/actor.hpp>

#include <functional>
#include <string>
#include <vector>

namespace paylink {

/// An actor that a node cannot work without.
struct core_actor {
  std::string name;
  caf::actor actor;
};

/// Watches the actors that must live as long as their node.
/// Owns:       nothing.
/// Receives:   that one of them has ended; stop_watching.
/// Sends to:   `lost`, which ends the process: the next start recovers from the rows.
/// Guarantees: no node keeps running, seemingly ready, without one of its parts.
///
/// `lost` may be called on any of the scheduler's threads; it gets the actor's name and why it has ended.
core_watch_actor::behavior_type core_watch_behavior(core_watch_actor::pointer self, const std::vector<core_actor>& core,
                                                    std::function<void(const std::string&, const std::string&)> lost);

} // namespace paylink
