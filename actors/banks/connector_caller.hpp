#pragma once
#include "actors/interfaces.hpp"

#include <functional>

namespace paylink {

/// Calls the connector of one bank, one call at a time.
/// Owns:       its thread, for a bank may take long to answer; the line to the connector.
/// Receives:   connector_call.
/// Sends to:   the connector, the requester, who bounds how many wait.
/// Guarantees: no bank waits for another. What is sent is in no log.
struct connector_caller_state {
  connector_caller_state(connector_caller_actor::pointer) {}
  static inline const char* name = "connector-caller";

  std::unique_ptr<connector_line> line;
};

connector_caller_actor::behavior_type
connector_caller_behavior(connector_caller_actor::stateful_pointer<connector_caller_state> self,
                          const std::function<std::unique_ptr<connector_line>()>& open);

} // namespace paylink
