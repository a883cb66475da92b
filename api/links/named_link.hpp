#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// The link that the path names.
result<payment_link> named_link(call_context& context);

} // namespace paylink
