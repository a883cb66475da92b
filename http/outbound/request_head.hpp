#pragma once
#include "domain/addresses/outbound_url.hpp"

#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// Appends the head of a POST of JSON: the request line, Host, Content-Type, Content-Length, `headers`, and the blank
/// line. Line ends and NULs within a header become spaces, so that no value can add a line of its own.
void append_request_head(std::string& out, const outbound_url& target,
                         const std::vector<std::pair<std::string, std::string>>& headers, std::size_t body_bytes);

} // namespace paylink
