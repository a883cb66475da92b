#include "actors/banks/connector_caller.hpp"

#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

connector_caller_actor::behavior_type
connector_caller_behavior(connector_caller_actor::stateful_pointer<connector_caller_state> self,
                          const std::function<std::unique_ptr<connector_line>()>& open) {
  report_crashes(self);
  self->state.line = open();
  return {[self](const connector_call& wanted) { return self->state.line->call(wanted.request); }};
}

} // namespace paylink
