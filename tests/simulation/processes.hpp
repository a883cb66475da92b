#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace paylink::simulation {

/// Pieces of work that share nothing, done in several processes; each tells what came of it in a line.
struct shared_work {
  std::uint64_t count = 0;
  int processes = 1;
  /// Does the piece at this place, in one of the processes. What it throws is told as `broken off: …`.
  std::function<std::string(std::uint64_t)> work;
  /// Hears what came of one, in the process that began them, in any order.
  std::function<void(std::uint64_t, const std::string&)> hear;
  /// Whether the rest need not be done.
  std::function<bool()> is_enough = [] { return false; };
};

/// Throws std::runtime_error when one of the processes dies.
void share_out(const shared_work& all);

} // namespace paylink::simulation
