#pragma once
#include "domain/addresses/outbound_url.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/outbound/tls_client.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// One POST to an endpoint under test.
struct probe_request {
  std::vector<std::pair<std::string, std::string>> headers; ///< Besides Host, Content-Type and Content-Length.
  std::string body;
  int pieces = 1;                     ///< The number of pieces of the body,
  std::chrono::milliseconds pause{0}; ///< with this pause before each except the first.
};

/// Posts to one endpoint as the service would, with the same TLS and the same parsing of answers, but from the user's
/// machine: it resolves names there, may call any address, follows no redirect, and uses a new connection for each
/// request. Blocking; not thread-safe.
class endpoint_probe {
public:
  /// Plain http is only for loopback addresses. Throws std::invalid_argument if the URL cannot be an endpoint's, and
  /// std::runtime_error if the CA file cannot be read; does not connect yet.
  endpoint_probe(std::string url, const std::string& ca_file, std::chrono::milliseconds timeout);
  endpoint_probe(const endpoint_probe&) = delete;
  endpoint_probe& operator=(const endpoint_probe&) = delete;

  /// The outcome; a redirect is an answer like any other.
  attempt send(const probe_request& request);

private:
  std::string url_;
  outbound_url target_; ///< Points into `url_`.
  tls_client tls_;
  std::chrono::milliseconds timeout_;
};

} // namespace paylink
