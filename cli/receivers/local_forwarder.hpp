#pragma once
#include "http/tools/endpoint_probe.hpp"
#include "http/wire/message.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace paylink::cli {

/// Passes a verified request to an application on this machine: the same bytes and headers, at another address.
class local_forwarder {
public:
  /// Throws usage_error unless the URL is at a loopback address: the request carries what lets it pass for a payment.
  explicit local_forwarder(const std::string& url);

  /// The application's status, also that of a redirect, which is not followed; none if it does not answer.
  std::optional<unsigned> forward(const http_request& request);

  /// Why there was no answer.
  const std::string& problem() const { return problem_; }

private:
  endpoint_probe application_;
  std::string problem_;
};

} // namespace paylink::cli
