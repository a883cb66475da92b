#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// For every unknown path below the payers' pages.
http_response answer_unknown_page(const http_call& call, const api_services& services);

} // namespace paylink
