#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// Reads the filters for links; parameters that cannot be read are faults.
link_filter read_link_filter(const call_context& context, field_faults& faults);

/// The link that the path names.
result<payment_link> named_link(call_context& context);

} // namespace paylink
