#pragma once
#include <chrono>

namespace paylink {

/// The five settings for retries, with the specification's defaults.
struct retry_policy {
  std::chrono::milliseconds timeout{30'000};
  int max_attempts = 10;
  std::chrono::milliseconds initial_delay{10'000};
  double backoff_multiplier = 2;
  std::chrono::milliseconds max_delay{512'000};

  /// The wait between the end of attempt `number` (from 1) and the next: initial × multiplier^(number − 1), capped.
  std::chrono::milliseconds wait_after(int number) const;
  bool is_last(int number) const { return number >= max_attempts; }
};

} // namespace paylink
