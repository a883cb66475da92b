#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Reads the filters for links; parameters that cannot be read are faults.
link_filter read_link_filter(const call_context& context, field_faults& faults);

/// Whether any of them is given.
bool has_link_filter(const http_request& request);

} // namespace paylink
