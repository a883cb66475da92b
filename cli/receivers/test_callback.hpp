#pragma once
#include "cli/receivers/endpoint_checks.hpp"
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace paylink::cli {

/// A callback that no payment stands behind. Its ids begin `evt_test_`, `pl_test_`, `txn_test_` and `test_`, which the
/// service never makes, and its amount is the smallest there is.
struct test_callback {
  std::string event_id;
  std::string body;
  std::string signature; ///< Empty: the header is left out.
  std::int64_t signed_at = 0;
  int attempt = 1;
  int pieces = 1; ///< In which the body is sent.
};

/// The callback of one check. `keys` holds the current key, and the previous one when that is to be checked.
/// `repeated` needs the callback that it repeats: take that of `good` and make `attempt` 2.
test_callback make_test_callback(endpoint_check check, std::span<const std::string> keys, timestamp now,
                                 random_source& random);

} // namespace paylink::cli
