#pragma once
#include "cli/receivers/endpoint_checks.hpp"
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace paylink::cli {

/// A callback or webhook without a payment. Its ids begin with `evt_test_`, `pl_test_`, `txn_test_` and `test_`, which
/// no real payment has, and its amount is the minimum.
struct test_callback {
  std::string event_id; ///< Of a webhook, the transaction's id.
  std::string body;
  std::string signature; ///< Empty: the header is left out.
  std::string api_key;   ///< Of a webhook; empty: the header is left out.
  std::int64_t signed_at = 0;
  int attempt = 1;
  int pieces = 1; ///< The number of pieces of the body.
};

/// The callback of one check. `keys` holds the current key, and the previous one if that is checked. `repeated` needs
/// the callback that it repeats: use that of `good` with `attempt` 2.
test_callback make_test_callback(endpoint_check check, std::span<const std::string> keys, timestamp now,
                                 random_source& random);

} // namespace paylink::cli
