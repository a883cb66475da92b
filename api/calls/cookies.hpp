#pragma once
#include "api/calls/call.hpp"
#include "domain/values/ascii.hpp"

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

} // namespace paylink
