#pragma once
#include "actors/interfaces.hpp"

#include <caf/actor.hpp>

#include <functional>
#include <string>
#include <vector>

namespace paylink {

/// An actor without which a node is none.
struct core_actor {
  std::string name;
  caf::actor actor;
};

/// Watches the actors of a node that live as long as it does.
/// Owns:  nothing.
/// Hears: that one of them has ended; stop_watching.
/// Tells: `lost`, which ends the process: a new start reads the truth from the rows.
/// Keeps: no node goes on, ready as it seems, without one of its parts.
///
/// `lost` may come from any of the scheduler's threads; it gets the name, and why the actor has ended.
core_watch_actor::behavior_type core_watch_behavior(core_watch_actor::pointer self, const std::vector<core_actor>& core,
                                                    std::function<void(const std::string&, const std::string&)> lost);

} // namespace paylink
