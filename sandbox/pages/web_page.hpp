#pragma once
#include "http/wire/message.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink::sandbox {

/// A page of the bank, with the policy that every one of them has: no script, and forms for the bank alone.
http_response web_page(std::string html, unsigned status);

/// Whether a page of another site sent it, which must not act on behalf of its reader.
bool is_foreign(const http_request& request);

/// Whether the request names the bank as `localhost`, by a loopback address, or by the address that it listens on
/// (`127.0.0.1:8090`; if that is every address, by any). A site whose name is made to lead here keeps its own name: its
/// page must not read what only this machine may.
bool is_for_bank(const http_request& request, std::string_view listen);

/// The fields of a web page's form that are not empty, decoded and without the spaces around them.
using form_fields = std::vector<std::pair<std::string, std::string>>;
form_fields decode_form(std::string_view body);

/// A field's value; empty if it was not given.
std::string value_of(const form_fields& fields, std::string_view name);

} // namespace paylink::sandbox
