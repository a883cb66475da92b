#pragma once
#include "domain/addresses/outbound_url.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/outbound/tls_client.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// One POST to an endpoint that is tried out.
struct probe_request {
  std::vector<std::pair<std::string, std::string>> headers; ///< Beside Host, Content-Type and Content-Length.
  std::string body;
  int pieces = 1;                     ///< In how many the body is sent,
  std::chrono::milliseconds pause{0}; ///< with this time in front of each but the first.
};

/// Posts to one endpoint as the service would, with the same TLS and the same reading of answers, but from the machine
/// of whoever tries it out: names come from that machine, any address may be called, no redirect is followed, every
/// request has a connection of its own. Blocking; not thread-safe.
class endpoint_probe {
public:
  /// Plain http is for loopback addresses alone. Throws std::invalid_argument when the URL cannot be an endpoint's, and
  /// std::runtime_error when the CA file cannot be read; nothing is dialled yet.
  endpoint_probe(std::string url, const std::string& ca_file, std::chrono::milliseconds timeout);
  endpoint_probe(const endpoint_probe&) = delete;
  endpoint_probe& operator=(const endpoint_probe&) = delete;

  /// What came of it; a redirect is an answer like any other.
  attempt send(const probe_request& request);

private:
  std::string url_;
  outbound_url target_; ///< Points into `url_`.
  tls_client tls_;
  std::chrono::milliseconds timeout_;
};

} // namespace paylink
