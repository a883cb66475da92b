#pragma once
#include "http/wire/message.hpp"

#include <string>
#include <utility>
#include <vector>

namespace paylink::test {

/// What is wrong with an answer of the API by our OpenAPI document: a status, a member, a header or an error that the
/// operation does not describe, or that has another form; and with the request, where it was taken. Empty: nothing.
/// From any thread.
std::string fault_of(const http_request& request, const http_response& response);

/// The same for a callback or a webhook that is sent to a merchant: its headers (names in lower case) and its body.
std::string fault_of_event(const http_request& request);

/// Headers as our server reads them: their names in lower case.
std::vector<std::pair<std::string, std::string>>
as_received(const std::vector<std::pair<std::string, std::string>>& headers);

} // namespace paylink::test
