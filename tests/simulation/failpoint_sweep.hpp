#pragma once
#include "tests/simulation/failpoint_strike.hpp"
#include "tests/simulation/run.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace paylink::simulation {

class base_server;

/// What the runs came to together.
struct sweep_tally {
  std::uint64_t places = 0; ///< That the course comes to.
  std::uint64_t actions = 0, runs = 0, kills = 0, errors = 0, lost_answers = 0;
  /// Places of this database that the course does not come to, or of the other that it does.
  std::vector<std::string> misplaced;
  std::vector<std::pair<std::string, std::string>> violations; ///< Strikes, and what was found.

  bool is_clean() const { return misplaced.empty() && violations.empty(); }
  /// `71 places, 139 actions, 1,234 runs: …`, for so many seconds.
  std::string line(double seconds) const;
};

/// Visits the places on one of the databases: for each of them, each blow that can fall there, and each hit of the full
/// course, one run that the blow falls in; it then goes on without another until everything has ended.
struct sweep_request {
  const base_server* server = nullptr; ///< Null: SQLite.
  /// Otherwise of those that come often: the first eight, then the 16th, 32nd, 64th, …
  bool all_hits = false;
  /// One of so many runs alone.
  std::uint64_t share = 1;
  int processes = 1;
  std::size_t violations_max = 5;
  /// Called with what is known so far, and with how many runs there are.
  std::function<void(const sweep_tally&, std::uint64_t of)> on_progress;
};
sweep_tally sweep(const sweep_request& request);

/// One run with its trace; without a strike, the course alone.
run_result replay(const base_server* server, const std::optional<strike>& armed);

} // namespace paylink::simulation
