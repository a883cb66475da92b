#include "api/calls/session_cookie.hpp"

#include "secrets/hmac.hpp"

namespace paylink {

namespace {

std::string_view cookie_name(const api_services& services) {
  return has_secure_cookies(services) ? "__Host-paylink_session" : "paylink_session";
}

} // namespace

std::string_view session_cookie(const http_request& request, const api_services& services) {
  std::string_view found;
  bool is_doubled = false;
  for_each_cookie(request, [&, name = cookie_name(services)](std::string_view named, std::string_view value) {
    if (named != name) return;
    is_doubled = is_doubled || !found.empty();
    found = value;
  });
  // Two cookies of one name: one of them is not ours.
  return is_doubled ? std::string_view{} : found;
}

void set_session_cookie(http_response& response, std::string_view value, const api_services& services) {
  std::string cookie{cookie_name(services)};
  cookie.append("=").append(value);
  const auto life = value.empty() ? std::chrono::seconds{0}
                                  : std::chrono::duration_cast<std::chrono::seconds>(services.sessions.life);
  set_cookie(response, std::move(cookie), "Lax", life, services);
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
