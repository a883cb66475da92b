#include "api/calls/session_cookie.hpp"

#include "domain/values/ascii.hpp"
#include "secrets/hmac.hpp"

namespace paylink {

namespace {

bool is_secure(const api_services& services) { return services.public_url.starts_with("https://"); }

std::string_view cookie_name(const api_services& services) {
  return is_secure(services) ? "__Host-paylink_session" : "paylink_session";
}

} // namespace

std::string_view session_cookie(const http_request& request, const api_services& services) {
  const auto name = cookie_name(services);
  std::string_view found;
  for (const auto& [header, value] : request.headers) {
    if (header != "cookie") continue;
    for (std::string_view rest{value}; !rest.empty();) {
      const auto pair = trimmed(rest.substr(0, rest.find(';')));
      rest.remove_prefix(std::min(rest.size(), rest.find(';') == rest.npos ? rest.size() : rest.find(';') + 1));
      if (!pair.starts_with(name) || pair.substr(name.size()).find('=') != 0) continue;
      // Two cookies of one name: one of them is not ours.
      if (!found.empty()) return {};
      found = pair.substr(name.size() + 1);
    }
  }
  return found;
}

void set_session_cookie(http_response& response, std::string_view value, const api_services& services) {
  std::string cookie{cookie_name(services)};
  cookie.append("=").append(value).append("; Path=/; HttpOnly; SameSite=Lax");
  if (is_secure(services)) cookie += "; Secure";
  const auto life = value.empty() ? std::chrono::seconds{0}
                                  : std::chrono::duration_cast<std::chrono::seconds>(services.sessions.life);
  cookie.append("; Max-Age=").append(std::to_string(life.count()));
  response.headers.emplace_back("Set-Cookie", std::move(cookie));
}

std::string csrf_token_of(std::string_view cookie_value) { return sha256_hex("csrf|" + std::string{cookie_value}); }

bool is_from_own_origin(const http_request& request, const api_services& services) {
  const auto site = request.header("sec-fetch-site");
  if (!site.empty() && site != "same-origin" && site != "none") return false;
  const auto origin = request.header("origin");
  if (origin.empty()) return true;
  if (origin == services.public_url.substr(0, services.public_url.find('/', services.public_url.find("://") + 3)))
    return true;
  // Behind a name that is not the public one: the page is from where the request goes.
  const auto host = request.header("host");
  return !host.empty() && (origin == "http://" + std::string{host} || origin == "https://" + std::string{host});
}

} // namespace paylink
