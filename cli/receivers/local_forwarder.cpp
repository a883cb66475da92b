#include "cli/receivers/local_forwarder.hpp"

#include "cli/service_call.hpp"
#include "domain/addresses/address_policy.hpp"
#include "domain/addresses/loopback.hpp"

#include <algorithm>
#include <array>

namespace paylink::cli {
namespace {

using namespace std::chrono_literals;

// Below the 30 s of the service, which then still gets our answer.
constexpr auto answer_wait = 25'000ms;

// What belongs to one connection, or is written for the new one.
constexpr std::array<std::string_view, 7> not_passed_on{
    "host", "content-type", "content-length", "connection", "transfer-encoding", "keep-alive", "te"};

const std::string& checked(const std::string& url) {
  const auto address = parse_service_address(url.substr(0, url.find_first_of("?#")));
  // A name could begin with `127.`, and lead anywhere.
  if (!address || !ip_address::parse(address->host) || !is_loopback(address->host))
    throw usage_error{"--forward-to takes a URL on this machine, such as http://127.0.0.1:3000/webhook"};
  return url;
}

} // namespace

local_forwarder::local_forwarder(const std::string& url) : application_{checked(url), {}, answer_wait} {}

std::optional<unsigned> local_forwarder::forward(const http_request& request) {
  probe_request same;
  for (const auto& header : request.headers)
    if (std::ranges::find(not_passed_on, header.first) == not_passed_on.end()) same.headers.push_back(header);
  same.body = request.body;
  const auto made = application_.send(same);
  problem_ = made.error;
  if (made.status_code == 0) return std::nullopt;
  return static_cast<unsigned>(made.status_code);
}

} // namespace paylink::cli
