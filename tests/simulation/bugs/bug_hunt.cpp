#include "tests/simulation/bugs/bug_hunt.hpp"

#include "tests/simulation/bugs/planted_bug.hpp"
#include "tests/simulation/campaign.hpp"
#include "tests/simulation/failpoint_sweep.hpp"
#include "tests/simulation/server_database.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
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

/// The seeds that find bugs, by the bug's name.
using finders = std::map<std::string, std::uint64_t, std::less<>>;

finders read_seeds(const std::string& path) {
  finders all;
  if (path.empty()) return all;
  std::ifstream file{path};
  if (!file) throw std::runtime_error{"cannot read " + path};
  std::string name;
  for (std::uint64_t seed = 0; file >> name >> seed;) all.emplace(name, seed);
  return all;
}

void write_seeds(const std::string& path, const finders& all) {
  std::ofstream file{path};
  for (const auto& [name, seed] : all) file << name << ' ' << seed << '\n';
  if (!file.flush()) throw std::runtime_error{"cannot write " + path};
}

} // namespace

int hunt(const bug_hunt& wanted) {
  constexpr std::uint64_t portion = 20;
  const auto known = read_seeds(wanted.found_by);
  finders now;
  int missed = 0;
  std::uint64_t known_ones = 0, planted_ones = 0;
  for (const auto& bug : planted::bugs) {
    const auto seed = known.find(bug.name);
    const bool is_easy = seed != known.end() && seed->second <= wanted.seeds;
    if (wanted.share > 1 && (!is_easy || known_ones++ % wanted.share != 0)) continue;
    ++planted_ones;
    plant(&bug);
    const auto try_seeds = [&](std::uint64_t first, std::uint64_t count) {
      return run_campaign({.first = first,
                           .count = count,
                           .processes = wanted.processes,
                           .changes = bug.plan,
                           .violations_max = portion})
          .violations;
    };
    std::vector<std::pair<std::uint64_t, std::string>> found;
    if (seed != known.end()) found = try_seeds(seed->second, 1);
    for (std::uint64_t first = 1; found.empty() && first <= wanted.seeds; first += portion)
      found = try_seeds(first, std::min(portion, wanted.seeds + 1 - first));
    missed += found.empty();
    if (!found.empty()) now.emplace(bug.name, found.front().first);
    print(bug, found.empty() ? not_found(bug, "within " + std::to_string(wanted.seeds) + " seeds")
                             : "found by seed " + std::to_string(found.front().first) + ": " + found.front().second);
  }
  if (wanted.remembers) write_seeds(wanted.found_by, now);
  std::printf("%llu planted bugs, %d not found\n", static_cast<unsigned long long>(planted_ones), missed);
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
