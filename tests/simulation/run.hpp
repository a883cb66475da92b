#pragma once
#include "tests/simulation/world.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paylink::simulation {

/// What is asked for: a seed, and what a smaller case changes of the plan that it draws.
struct run_request {
  std::uint64_t seed = 1;
  std::string changes{}; ///< As `plan::change` reads them.
  bool keeps_trace = false;
};

/// What came of it.
struct run_result {
  std::optional<std::string> violation;
  std::string planned;
  std::uint64_t print = 0; ///< Equal for equal runs.
  std::uint64_t steps = 0, commits = 0, requests = 0;
  milliseconds virtual_time{0};
  std::array<std::uint64_t, fault_count> struck{};
  std::vector<std::string> trace;
};

class script;

/// One run: chaos, then calm, then the reckoning. One at a time in a process. Where there is a script, it says what
/// happens.
run_result run(const run_request& request, script* by = nullptr);

} // namespace paylink::simulation
