#pragma once
#include "http/outbound/outbound_client.hpp"

namespace paylink {

/// The request of an attempt, with the headers of its kind: the stored bytes and signature, only the attempt's number
/// is its own.
outbound_request request_of(const delivery_job& job);

/// The same request as a command of one line for a POSIX shell: curl sends these bytes and headers and no others.
std::string curl_command(const outbound_request& request);

} // namespace paylink
