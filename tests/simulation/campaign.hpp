#pragma once
#include "tests/simulation/run.hpp"

#include <functional>

namespace paylink::simulation {

/// What many runs came to together.
struct tally {
  std::uint64_t seeds = 0, steps = 0, commits = 0, requests = 0;
  milliseconds virtual_time{0};
  std::array<std::uint64_t, fault_count> struck{};
  std::vector<std::pair<std::uint64_t, std::string>> violations; ///< Seeds, in their order, and what was found.

  void add(std::uint64_t seed, const run_result& one);
  /// `9.8 seeds/s, 1,234 virtual hours, … faults: crash 12, …`, for so many seconds of real time.
  std::string line(double seconds) const;
};

/// Runs the seeds from `first` on in so many processes; every hundredth twice, and then the traces must be equal. Stops
/// after `violations_max` violations.
struct campaign_request {
  std::uint64_t first = 1, count = 100;
  int processes = 1;
  std::string changes{};
  std::size_t violations_max = 1;
  /// Called in the starting process now and then, with what is known so far.
  std::function<void(const tally&)> on_progress{};
};
tally run_campaign(const campaign_request& request);

/// Takes away from the plan of a seed that is violated what it is violated without. Returns the changes that are left.
std::string shrink(std::uint64_t seed);

} // namespace paylink::simulation
