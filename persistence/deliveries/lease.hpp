#pragma once
#include "domain/deliveries/retry_policy.hpp"

namespace paylink {

/// How long a claim lasts: the timeout of one attempt, and a margin to store its outcome.
inline std::chrono::milliseconds lease_length(const retry_policy& retries) {
  return retries.timeout + std::chrono::seconds{15};
}

} // namespace paylink
