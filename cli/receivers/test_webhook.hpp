#pragma once
#include "cli/receivers/test_callback.hpp"

#include <span>
#include <string>

namespace paylink::cli {

/// The webhook of one check: a credit. `secrets` and `api_keys` hold the pair in force, and the other pair if that is
/// checked. `repeated` needs the webhook that it repeats: use that of `good`, and `next_attempt_of`.
test_callback make_test_webhook(endpoint_check check, std::span<const std::string> secrets,
                                std::span<const std::string> api_keys, timestamp now, random_source& random);

/// The next attempt of a webhook, with the timestamp and signature of its own.
test_callback next_attempt_of(const test_callback& webhook, const std::string& secret, timestamp now);

} // namespace paylink::cli
