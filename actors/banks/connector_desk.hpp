#pragma once
#include "actors/interfaces.hpp"

#include <functional>

namespace paylink {

/// Calls the connector of one bank, one call at a time.
/// Owns:  its thread, for a bank may take long to answer; the line to the connector.
/// Hears: call_connector.
/// Tells: the connector, the requester, who bounds how many wait.
/// Keeps: no bank waits for another. What is sent is in no log.
struct connector_desk_state {
  connector_desk_state(connector_desk_actor::pointer) {}
  static inline const char* name = "connector-desk";

  std::unique_ptr<connector_line> line;
};

connector_desk_actor::behavior_type
connector_desk_behavior(connector_desk_actor::stateful_pointer<connector_desk_state> self,
                        const std::function<std::unique_ptr<connector_line>()>& open);

} // namespace paylink
