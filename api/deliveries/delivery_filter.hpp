#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Reads the filters for deliveries; faults are added.
delivery_filter read_delivery_filter(const call_context& context, field_faults& faults);

} // namespace paylink
