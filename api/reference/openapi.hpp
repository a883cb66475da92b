#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// What a document says of the service that serves it.
struct served_as {
  std::string public_url; ///< Without a slash at its end.
  std::string brand;      ///< The word in the names of headers: `Service`.
};

/// The OpenAPI 3.1 document of these routes, of the callback (as a webhook) and of every error: JSON.
api_document openapi_document(std::span<const api_route> routes, const served_as& service);

} // namespace paylink
