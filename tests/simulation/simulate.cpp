#include "logging/log.hpp"
#include "tests/simulation/campaign.hpp"
#include "tests/simulation/failpoint_sweep.hpp"
#include "tests/simulation/server_database.hpp"
#ifdef PAYLINK_PLANTED_BUGS
#include "tests/simulation/bugs/bug_hunt.hpp"
#include "tests/simulation/bugs/planted_bug.hpp"
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>

using namespace paylink::simulation;

namespace {

struct wishes {
  std::uint64_t seed = 0, first = 1, seeds = 500;
  int processes = 2;
  std::string changes, bug, found_by, failpoint;
  bool shrinks = false, hunts = false, remembers = false, visits = false, on_server = false, all_hits = false;
  std::uint64_t share = 1;
};

/// Says something now and then.
class progress {
public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  void tell(std::uint64_t done, std::uint64_t of, const char* what, std::size_t violated = 0) {
    if (seconds() - told_at_ < 30) return;
    told_at_ = seconds();
    std::printf("%llu of %llu %s, %zu violated\n", static_cast<unsigned long long>(done),
                static_cast<unsigned long long>(of), what, violated);
    std::fflush(stdout);
  }

private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double told_at_ = 0;
};

/// What was built, as the script that began this says.
const char* simulated_commit() {
  const char* reported = std::getenv("SIMULATED_COMMIT");
  return reported ? reported : "unknown";
}

int replay(const wishes& wanted) {
  auto changes = wanted.changes;
  if (wanted.shrinks) {
    changes = shrink(wanted.seed);
    std::printf("a smaller case: --seed %llu --plan '%s'\n", static_cast<unsigned long long>(wanted.seed),
                changes.c_str());
  }
  const auto one = run({wanted.seed, changes, true});
  for (const auto& line : one.trace) std::puts(line.c_str());
  std::printf("seed %llu: %s\n%s\ntrace %016llx, %llu steps, %.1f virtual minutes\n",
              static_cast<unsigned long long>(wanted.seed),
              one.violation ? one.violation->c_str() : "nothing is violated", one.planned.c_str(),
              static_cast<unsigned long long>(one.print), static_cast<unsigned long long>(one.steps),
              static_cast<double>(one.virtual_time.count()) / 60'000);
  return one.violation ? 1 : 0;
}

int search(const wishes& wanted) {
  progress so_long;
  const auto all = run_campaign({.first = wanted.first,
                                 .count = wanted.seeds,
                                 .processes = wanted.processes,
                                 .changes = wanted.changes,
                                 .violations_max = 5,
                                 .on_progress = [&](const tally& so_far) {
                                   so_long.tell(so_far.seeds, wanted.seeds, "seeds", so_far.violations.size());
                                 }});
  for (const auto& [seed, what] : all.violations)
    std::printf("VIOLATED %s\n  commit %s: scripts/simulate --seed %llu\n", what.c_str(), simulated_commit(),
                static_cast<unsigned long long>(seed));
  std::puts(all.line(so_long.seconds()).c_str());
  return all.violations.empty() ? 0 : 1;
}

int replay_failpoint(const wishes& wanted, const base_server* server) {
  std::optional<strike> armed;
  if (wanted.failpoint != "none") armed = strike_of(wanted.failpoint);
  const auto one = replay(server, armed);
  for (const auto& line : one.trace) std::puts(line.c_str());
  std::printf("%s: %s\n", wanted.failpoint.c_str(), one.violation ? one.violation->c_str() : "nothing is violated");
  return one.violation ? 1 : 0;
}

int visit(const wishes& wanted, const base_server* server) {
  progress so_long;
  const auto all = sweep({.server = server,
                          .all_hits = wanted.all_hits,
                          .share = std::max<std::uint64_t>(wanted.share, 1),
                          .processes = wanted.processes,
                          .on_progress = [&](const sweep_tally& so_far, std::uint64_t of) {
                            so_long.tell(so_far.runs, of, "runs", so_far.violations.size());
                          }});
  for (const auto& place : all.misplaced)
    std::printf("VIOLATED the course and the list of places that this database comes to differ at %s\n", place.c_str());
  for (const auto& [struck, what] : all.violations)
    std::printf("VIOLATED %s\n  commit %s: scripts/simulate --failpoint %s%s\n", what.c_str(), simulated_commit(),
                struck.c_str(), server ? " --postgresql" : "");
  std::printf("failpoints on %s: %s\n", server ? "PostgreSQL" : "SQLite", all.line(so_long.seconds()).c_str());
  return all.is_clean() ? 0 : 1;
}

int visit_or_replay_failpoint(const wishes& wanted) {
  std::optional<base_server> server;
  if (wanted.on_server) server.emplace();
  const auto* at = server ? &*server : nullptr;
  return wanted.failpoint.empty() ? visit(wanted, at) : replay_failpoint(wanted, at);
}

} // namespace

int main(int count, char** words) {
  paylink::log::silence();
  wishes wanted;
  CLI::App app{"Runs the real actors and stores through faults that a seed draws, and checks what must hold.",
               "simulate"};
  app.add_option("--seed", wanted.seed, "replay this one, with its trace");
  app.add_option("--plan", wanted.changes, "what to change of the plan that a seed draws: 'nodes=1 faults=crash'");
  app.add_flag("--shrink", wanted.shrinks, "with --seed: find a smaller case of its violation first");
  app.add_option("--first", wanted.first, "the first of many seeds")->capture_default_str();
  app.add_option("--seeds", wanted.seeds, "how many")->capture_default_str();
  app.add_option("--processes", wanted.processes, "in how many processes")->capture_default_str();
  app.add_flag("--failpoints", wanted.visits, "visit the failpoints one by one instead");
  app.add_flag("--postgresql", wanted.on_server,
               "with --failpoints, --failpoint or --bugs: on a server of PostgreSQL begun for it");
  app.add_flag("--all-hits", wanted.all_hits, "visit each hit, and not only every doubling beyond the eighth");
  app.add_option(
         "--share", wanted.share,
         "with --failpoints or --bugs: only one of so many; of the bugs, one that --found-by says these seeds find")
      ->capture_default_str();
  app.add_option("--failpoint", wanted.failpoint,
                 "replay this one, as 'after_commit:kill:3', or with 'none' the course alone");
#ifdef PAYLINK_PLANTED_BUGS
  app.add_option("--bug", wanted.bug, "plant this bug first");
  app.add_flag("--bugs", wanted.hunts, "plant one bug after another, and find each");
  auto* const found_by =
      app.add_option("--found-by", wanted.found_by, "with --bugs: a file of the seeds that are tried first");
  app.add_flag("--remember", wanted.remembers, "write that file with the seeds that find the bugs now")
      ->needs(found_by);
#endif
  CLI11_PARSE(app, count, words);
  try {
#ifdef PAYLINK_PLANTED_BUGS
    if (!wanted.bug.empty()) {
      const auto* const bug = paylink::planted::find_bug(wanted.bug);
      if (!bug) throw std::invalid_argument{"there is no planted bug named " + wanted.bug};
      paylink::planted::plant(bug);
    }
    if (wanted.hunts)
      return (wanted.on_server ? hunt_on_server()
                               : hunt({.seeds = wanted.seeds,
                                       .processes = wanted.processes,
                                       .found_by = wanted.found_by,
                                       .share = std::max<std::uint64_t>(wanted.share, 1),
                                       .remembers = wanted.remembers})) > 0;
#endif
    if (wanted.visits || !wanted.failpoint.empty()) return visit_or_replay_failpoint(wanted);
    return app.count("--seed") ? replay(wanted) : search(wanted);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulate: %s\n", error.what());
    return 2;
  }
}
