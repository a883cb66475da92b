#pragma once
#include "http/outbound/outbound_client.hpp"

namespace paylink {

/// The request of an attempt, with the headers of its kind: the stored bytes and signature; only the attempt's number
/// differs.
outbound_request request_of(const delivery_job& job);

/// The same request as a one-line POSIX shell command: curl sends exactly these bytes and headers.
std::string curl_command(const outbound_request& request);

} // namespace paylink
