#pragma once
#include "http/wire/message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The request's target as it was sent: path and query.
std::string target_of(const http_request& request);

/// What the service's signature is: HMAC-SHA256 over `timestamp.METHOD.target.body`, in lowercase hex.
std::string sign_call(std::string_view secret, std::string_view timestamp, std::string_view method,
                      std::string_view target, std::string_view body);

/// Why the request is not the service's; none: it is.
std::optional<std::string> signature_fault(const http_request& request, std::string_view secret, timestamp now);

} // namespace paylink::sandbox
