#pragma once
#include "actors/core_watch.hpp"

#include <caf/all.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace paylink::simulation {

/// What a node that ends in order lets end, one after the other, as the service does it.
struct orderly_end {
  std::shared_ptr<int> open_calls; ///< Those that are not answered yet.
  delivery_supervisor_actor supervisor;
  std::vector<core_actor> others; ///< Nothing of them is needed to give back what the incarnation had claimed.
  incarnation_monitor_actor keeper;
  std::chrono::milliseconds delivery_grace{30'000}; ///< How long attempts in flight may take yet.
  std::function<void(int)> give_up;                 ///< So many calls have had no answer in their time.
  std::function<void()> done;
};
caf::behavior orderly_end_behavior(caf::event_based_actor* self, orderly_end parts);

} // namespace paylink::simulation
