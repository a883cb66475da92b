#pragma once
#include "api/calls/call.hpp"
#include "domain/values/ascii.hpp"

#include <algorithm>

namespace paylink {

/// Whether browsers reach us over https: then cookies have the prefix `__Host-`, so that no neighbouring host can set
/// them; browsers refuse that prefix over plain http, which only loopback has.
inline bool has_secure_cookies(const api_services& services) { return services.public_url.starts_with("https://"); }

/// Calls `use` with the name and the value of each of the request's cookies.
template <class Use>
void for_each_cookie(const http_request& request, Use&& use) {
  for (const auto& [header, value] : request.headers) {
    if (header != "cookie") continue;
    for (std::string_view rest{value}; !rest.empty();) {
      const auto end = std::min(rest.find(';'), rest.size());
      const auto pair = trimmed(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (const auto equals = pair.find('='); equals != pair.npos) use(pair.substr(0, equals), pair.substr(equals + 1));
    }
  }
}

/// Sets a cookie for all of the site that no script can read.
inline void set_cookie(http_response& response, std::string cookie, std::string_view same_site,
                       std::chrono::seconds life, const api_services& services) {
  cookie.append("; Path=/; HttpOnly; SameSite=").append(same_site);
  if (has_secure_cookies(services)) cookie += "; Secure";
  cookie.append("; Max-Age=").append(std::to_string(life.count()));
  response.headers.emplace_back("Set-Cookie", std::move(cookie));
}

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
