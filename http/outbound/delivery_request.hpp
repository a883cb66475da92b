#pragma once
#include "domain/deliveries/attempt_seal.hpp"
#include "http/outbound/outbound_client.hpp"

namespace paylink {

/// The request of an attempt: the stored bytes, with the headers of its kind. (That of a chat is made of it, since
/// neither its URL nor its body is stored as it is sent.)
outbound_request request_of(const delivery_job& job, const attempt_seal& seal);

/// The same request as a one-line POSIX shell command: curl sends exactly these bytes and headers.
std::string curl_command(const outbound_request& request);

/// The same for a request whose attempts are signed one by one: the command takes the API key and the secret from
/// `PAYLINK_WEBHOOK_API_KEY` and `PAYLINK_WEBHOOK_SECRET`, and signs with openssl. `brand` stands in its headers'
/// names.
std::string signing_curl_command(const outbound_request& request, std::string_view brand);

} // namespace paylink
