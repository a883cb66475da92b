#include "http/server/server_state.hpp"
#include "domain/addresses/household.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/http_date.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>

namespace paylink {
namespace {

/// With fewer clients there is not enough memory to return.
constexpr int crowd_min = 500;
constexpr int descriptors_reserved = 1'024;

} // namespace

int sockets_allowed() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return descriptors_reserved;
  const auto allowed = std::min<rlim_t>(files.rlim_cur, std::numeric_limits<int>::max());
  return static_cast<int>(std::max<rlim_t>(allowed / 2, allowed - std::min<rlim_t>(allowed, descriptors_reserved)));
}

timestamp wall_time() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

server_state::server_state(server_limits with, std::vector<network> proxies, head_gate gate, request_handler to)
    : limits{std::move(with)}, trusted_proxies{std::move(proxies)}, refuse_at_head{std::move(gate)},
      bodies{std::make_shared<body_budget>(limits.bodies_bytes_max)}, handler{std::move(to)},
      streams{std::make_shared<event_streams>(limits.stream_buffer_bytes_max)} {
  keep_time();
}

bool server_state::admit(const std::string& address) {
  auto& open_here = by_household_[household_of(address)];
  if (open_here >= limits.connections_per_address_max && !is_trusted(address)) return false;
  ++open_here;
  return true;
}

void server_state::leave(const std::string& address) {
  const auto counted = by_household_.find(household_of(address));
  if (counted != by_household_.end() && --counted->second <= 0) by_household_.erase(counted);
}

bool server_state::is_trusted(const std::string& address) const {
  if (trusted_proxies.empty()) return false;
  const auto parsed = ip_address::parse(address);
  return parsed && std::ranges::any_of(trusted_proxies, [&](const network& proxy) {
           return proxy.contains(*parsed, proxy.port.value_or(0));
         });
}

std::string server_state::client_of(const std::string& peer, const http_request& request) const {
  if (!is_trusted(peer)) return peer;
  // From the last hop, written by our own proxy, to the first, which anyone may have forged.
  auto client = peer;
  for (auto field = request.headers.rbegin(); field != request.headers.rend(); ++field) {
    if (field->first != "x-forwarded-for") continue;
    for (std::string_view rest = field->second; !rest.empty();) {
      const auto comma = rest.rfind(',');
      const auto hop = ip_address::parse(trimmed(comma == rest.npos ? rest : rest.substr(comma + 1)));
      if (!hop) return client;
      client = hop->text();
      if (!is_trusted(client)) return client;
      rest = comma == rest.npos ? std::string_view{} : rest.substr(0, comma);
    }
  }
  return client;
}

void server_state::keep_time() {
  const auto now = wall_time();
  const auto second = unix_seconds(now);
  if (second == date_second_) return;
  date_second_ = second;
  date = format_http_date(now);
  give_back_memory();
}

// Memory freed after many clients stays with the process unless it is explicitly returned.
void server_state::give_back_memory() {
  const int open_now = connections_open + streams_open;
  crowd_ = std::max(crowd_, open_now);
  if (crowd_ < crowd_min || open_now > crowd_ / 2) return;
  ::malloc_trim(0);
  crowd_ = open_now;
}

} // namespace paylink
