#include "http/outbound/outbound_redirect.hpp"

#include <strings.h>

#include <algorithm>

namespace paylink {
namespace {

constexpr std::size_t hops_max = 3;

// The statuses that are followed, all with the same method and body: a callback must not lose its body.
bool is_followed(int status) { return status == 301 || status == 302 || status == 307 || status == 308; }

bool is_https(std::string_view url) { return url.size() >= 6 && strncasecmp(url.data(), "https:", 6) == 0; }

// The single `Location`, or none if it is missing or repeated.
const std::string* find_location(const std::vector<std::pair<std::string, std::string>>& headers) {
  const std::string* found = nullptr;
  for (const auto& [name, value] : headers) {
    if (strcasecmp(name.c_str(), "location") != 0) continue;
    if (found != nullptr) return nullptr;
    found = &value;
  }
  return found;
}

// The URL with the scheme's default port: distinguishes a refused port from a refused host.
std::string without_port(std::string url) {
  const auto begin = url.find("//");
  if (begin == std::string::npos) return url;
  const auto end = std::min(url.find_first_of("/?#", begin + 2), url.size());
  const auto colon = url.rfind(':', end - 1);
  if (colon != std::string::npos && colon > begin && url.find(']', colon) >= end) url.erase(colon, end - colon);
  return url;
}

redirect_step reject(std::string why) { return {.target = {}, .is_blocked = false, .refusal = std::move(why)}; }

} // namespace

redirect_step decide_redirect(int status, const std::vector<std::pair<std::string, std::string>>& headers,
                              const redirect_trail& trail, const address_policy& policy) {
  const std::string answer = "The receiver responded with redirect " + std::to_string(status);
  if (!is_followed(status)) return reject(answer + ", which cannot repeat the POST. Return 2xx at the address itself.");
  const std::string* location = find_location(headers);
  if (location == nullptr || location->empty()) return reject(answer + " without exactly one Location.");
  auto target = resolve_location(trail.visited.back(), *location);
  if (!target) return reject(answer + " to a Location that cannot be read.");
  if (is_https(trail.visited.back()) && !is_https(*target))
    return reject(answer + " from https to another scheme. Use https throughout.");

  const auto [url, fault] = check_outbound_url(*target, policy);
  if (!url) {
    const bool is_blocked = fault.code == "blocked_address" &&
                            check_outbound_url(without_port(*target), policy).fault.code == "blocked_address";
    return {.target = {}, .is_blocked = is_blocked, .refusal = answer + " to a rejected address: " + fault.message};
  }
  if (!trail.follow_to_other_origin && url->origin() != trail.first_origin)
    return reject(answer + " to another origin, which would disclose the key. Give the final address.");
  if (std::ranges::find(trail.visited, *target) != trail.visited.end())
    return reject(answer + " to an address that was already visited.");
  if (trail.visited.size() > hops_max) return reject(answer + " after three others. Give the final address.");
  return {.target = std::move(*target), .is_blocked = false, .refusal = {}};
}

} // namespace paylink
