#pragma once
#include "domain/values/time.hpp"

#include <span>
#include <string>

namespace paylink {

/// A certificate and its private key, both as PEM text.
struct pem_identity {
  std::string certificate;
  std::string key;
};

/// A private certificate authority for receivers on the user's own machine; valid for ten years. Throws
/// std::runtime_error if OpenSSL fails.
pem_identity make_local_authority(timestamp now);

/// A server certificate for names and IP addresses, signed by `authority` and valid for 30 days.
/// Throws std::runtime_error if the authority's PEM cannot be read.
pem_identity issue_local_certificate(const pem_identity& authority, std::span<const std::string> hosts, timestamp now);

} // namespace paylink
