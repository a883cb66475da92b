#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Whether a request has any of the filters for deliveries.
bool has_delivery_filter(const http_request& request);

/// Reads them; faults are added.
delivery_filter read_delivery_filter(const call_context& context, field_faults& faults);

} // namespace paylink
