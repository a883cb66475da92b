#include "tests/simulation/bugs/bug_hunt.hpp"

#include "tests/simulation/bugs/planted_bug.hpp"
#include "tests/simulation/campaign.hpp"
#include "tests/simulation/failpoint_sweep.hpp"
#include "tests/simulation/server_database.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace paylink::simulation {
namespace {

void print(const planted::bug& bug, const std::string& what) {
  std::printf("%-34s %s\n", std::string{bug.name}.c_str(), what.c_str());
  std::fflush(stdout);
}

std::string not_found(const planted::bug& bug, const std::string& where) {
  return "NOT FOUND " + where + ": " + std::string{bug.mistake};
}

} // namespace

int hunt(std::uint64_t seeds, int processes) {
  constexpr std::uint64_t portion = 20;
  int missed = 0;
  for (const auto& bug : planted::bugs) {
    plant(&bug);
    std::vector<std::pair<std::uint64_t, std::string>> found;
    for (std::uint64_t first = 1; found.empty() && first <= seeds; first += portion)
      found = run_campaign({.first = first,
                            .count = std::min(portion, seeds + 1 - first),
                            .processes = processes,
                            .changes = bug.plan,
                            .violations_max = portion})
                  .violations;
    missed += found.empty();
    print(bug, found.empty() ? not_found(bug, "within " + std::to_string(seeds) + " seeds")
                             : "found by seed " + std::to_string(found.front().first) + ": " + found.front().second);
  }
  std::printf("%zu planted bugs, %d not found\n", planted::bugs.size(), missed);
  return missed;
}

int hunt_on_server() {
  int planted_here = 0, missed = 0;
  for (const auto& bug : planted::bugs) {
    if (!bug.is_in_batches) continue;
    plant(&bug);
    const base_server server;
    const auto one = replay(&server, std::nullopt);
    ++planted_here;
    missed += !one.violation;
    print(bug, one.violation.value_or(not_found(bug, "on PostgreSQL")));
  }
  std::printf("%d planted bugs on PostgreSQL, %d not found\n", planted_here, missed);
  return missed;
}

} // namespace paylink::simulation
