#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The payers' pages, and the assets of all pages.
std::span<const api_route> payer_page_routes();

/// For every unknown path below the payers' pages.
http_response answer_unknown_page(const http_call& call, const api_services& services);

} // namespace paylink
