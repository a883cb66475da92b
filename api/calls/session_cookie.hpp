#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// The value of the request's session cookie; empty: there is none.
std::string_view session_cookie(const http_request& request, const api_services& services);

/// Sets the cookie in the browser; an empty value removes it.
void set_session_cookie(http_response& response, std::string_view value, const api_services& services);

/// What calls of this session must send in `X-CSRF-Token` to change something: a page of another site has the browser
/// send the cookie, but cannot read this.
std::string csrf_token_of(std::string_view cookie_value);

/// Whether the request comes from our own pages, or from no page at all, by what browsers say of it.
bool is_from_own_origin(const http_request& request, const api_services& services);

} // namespace paylink
