#include "failpoints/planted_bug.hpp"
#include "logging/log.hpp"
#include "tests/simulation/campaign.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>

using namespace paylink::simulation;

namespace {

struct wishes {
  std::uint64_t seed = 0, first = 1, seeds = 500;
  int processes = 2;
  std::string changes, bug;
  bool shrinks = false;
};

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
              static_cast<unsigned long long>(wanted.seed), one.violation ? one.violation->c_str() : "nothing is violated",
              one.planned.c_str(), static_cast<unsigned long long>(one.print),
              static_cast<unsigned long long>(one.steps), static_cast<double>(one.virtual_time.count()) / 60'000);
  return one.violation ? 1 : 0;
}

int search(const wishes& wanted) {
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  double told_at = 0;
  const auto all = run_campaign({.first = wanted.first,
                                 .count = wanted.seeds,
                                 .processes = wanted.processes,
                                 .changes = wanted.changes,
                                 .violations_max = 5,
                                 .on_progress = [&](const tally& so_far) {
                                   if (seconds() - told_at < 30) return;
                                   told_at = seconds();
                                   std::printf("%llu of %llu seeds, %zu violated\n",
                                               static_cast<unsigned long long>(so_far.seeds),
                                               static_cast<unsigned long long>(wanted.seeds), so_far.violations.size());
                                   std::fflush(stdout);
                                 }});
  for (const auto& [seed, what] : all.violations)
    std::printf("VIOLATED %s\n  commit %s: scripts/simulate --seed %llu\n", what.c_str(), PAYLINK_COMMIT,
                static_cast<unsigned long long>(seed));
  std::puts(all.line(seconds()).c_str());
  return all.violations.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
  paylink::log::silence();
  wishes wanted;
  CLI::App app{"Runs the real actors and stores through faults that a seed draws, and checks what must hold.", "simulate"};
  app.add_option("--seed", wanted.seed, "replay this one, with its trace");
  app.add_option("--plan", wanted.changes, "what to change of the plan that a seed draws: 'nodes=1 faults=crash'");
  app.add_flag("--shrink", wanted.shrinks, "with --seed: find a smaller case of its violation first");
  app.add_option("--first", wanted.first, "the first of many seeds")->capture_default_str();
  app.add_option("--seeds", wanted.seeds, "how many")->capture_default_str();
  app.add_option("--processes", wanted.processes, "in how many processes")->capture_default_str();
  app.add_option("--bug", wanted.bug, "plant this bug first");
  CLI11_PARSE(app, count, words);
  try {
    if (!wanted.bug.empty()) {
      const auto bug = paylink::planted_bug_of(wanted.bug);
      if (!bug) throw std::invalid_argument{"there is no planted bug named " + wanted.bug};
      paylink::plant(bug);
    }
    return app.count("--seed") ? replay(wanted) : search(wanted);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulate: %s\n", error.what());
    return 2;
  }
}
