#pragma once
#include "cli/receivers/endpoint_checks.hpp"
#include "cli/receivers/test_callback.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/tools/endpoint_probe.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace paylink::cli {

/// How an endpoint is tried.
struct trial_options {
  std::vector<std::string> keys;               ///< The current one, then perhaps the previous one.
  std::string brand = "Service";               ///< The word in the header names.
  std::chrono::milliseconds slow_after{5'000}; ///< An answer that takes longer is warned of.
  std::chrono::milliseconds pause{250};        ///< Between the pieces of a slow body.
};

/// What came of one check.
struct check_result {
  endpoint_check check = endpoint_check::good;
  std::string event_id;
  attempt made;
  std::chrono::milliseconds taken{0}; ///< By the receiver: without the pauses of a slow body.
  bool is_right = false;
  std::string problem; ///< Empty when it is right.
  std::string warning; ///< Empty when there is none.
};

/// Sends one check after the other in turn. When not even the first is answered, the others are
/// not sent: they would fail in the same way.
std::vector<check_result> try_endpoint(endpoint_probe& probe, const trial_options& options, const wall_clock& clock,
                                       random_source& random);

/// Whether no connection to the endpoint came about at all.
bool is_unreachable(const check_result& first);

} // namespace paylink::cli
