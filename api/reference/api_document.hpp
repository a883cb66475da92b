#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// `GET /v1.1/openapi.json`: the document that the services hold.
http_response send_api_document(const http_call& call, const api_services& services);

/// `GET /docs`: the page that draws it.
http_response send_docs_page(const http_call& call, const api_services& services);

} // namespace paylink
