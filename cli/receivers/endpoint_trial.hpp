#pragma once
#include "cli/receivers/endpoint_checks.hpp"
#include "cli/receivers/test_callback.hpp"
#include "domain/deliveries/delivery.hpp"
#include "http/tools/endpoint_probe.hpp"
#include "http/tools/received_event.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace paylink::cli {

/// How to try an endpoint.
struct trial_options {
  receiver_keys keys;                          ///< The current ones, then perhaps the previous ones.
  std::string brand = "Service";               ///< The word in the header names.
  std::chrono::milliseconds slow_after{5'000}; ///< An answer that takes longer causes a warning.
  std::chrono::milliseconds pause{250};        ///< Between the pieces of a slow body.
  /// Asked each time a loopback address refuses the first connection: its receiver may still be starting. Empty: no.
  std::function<bool()> may_try_again;
};

/// The result of one check.
struct check_result {
  const check_row* row = nullptr; ///< In its table.
  std::string event_id;
  attempt made;
  std::chrono::milliseconds taken{0}; ///< The receiver's time, without the pauses of a slow body.
  bool is_right = false;
  std::string problem; ///< Empty if the answer is right.
  std::string warning; ///< Empty if there is none.
};

/// Sends one check after the other. If the first is not answered, the others are not sent: they would fail in the same
/// way.
std::vector<check_result> try_endpoint(endpoint_probe& probe, const trial_options& options, const wall_clock& clock,
                                       random_source& random);

/// Whether no connection to the endpoint could be made.
bool is_unreachable(const check_result& first);

} // namespace paylink::cli
