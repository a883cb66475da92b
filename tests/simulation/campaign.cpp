#include "tests/simulation/campaign.hpp"

#include "tests/simulation/processes.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t twice_every = 100;

/// What a process tells of one seed.
std::string reported(const run_result& one) {
  std::ostringstream line;
  line << one.steps << ' ' << one.commits << ' ' << one.requests << ' ' << one.virtual_time.count();
  for (const auto times : one.struck) line << ' ' << times;
  line << ' ' << (one.violation ? *one.violation : "-");
  return line.str();
}

run_result understood(const std::string& line) {
  std::istringstream in{line};
  run_result one;
  std::int64_t time = 0;
  if (!(in >> one.steps >> one.commits >> one.requests >> time)) {
    one.violation = "the run was " + line;
    return one;
  }
  one.virtual_time = milliseconds{time};
  for (auto& times : one.struck) in >> times;
  std::string violation;
  std::getline(in >> std::ws, violation);
  if (violation != "-") one.violation = violation;
  return one;
}

run_result run_checked(std::uint64_t seed, const std::string& changes) {
  auto one = run({seed, changes});
  if (seed % twice_every == 0 && !one.violation && run({seed, changes}).print != one.print)
    one.violation = "the same seed ran in two ways";
  return one;
}

} // namespace

void tally::add(std::uint64_t seed, const run_result& one) {
  ++seeds;
  steps += one.steps;
  commits += one.commits;
  requests += one.requests;
  virtual_time += one.virtual_time;
  for (std::size_t i = 0; i < fault_count; ++i) struck[i] += one.struck[i];
  if (one.violation)
    violations.insert(std::ranges::upper_bound(violations, std::pair{seed, std::string{}}), {seed, *one.violation});
}

std::string tally::line(double seconds) const {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << seeds << " seeds, " << static_cast<double>(seeds) / seconds
      << " a second, " << static_cast<double>(virtual_time / 1s) / 3600 << " virtual hours, " << steps << " steps, "
      << commits << " transactions, " << requests << " callbacks, " << violations.size() << " violated; faults:";
  for (std::size_t i = 0; i < fault_count; ++i)
    out << (i == 0 ? " " : ", ") << name_of(static_cast<fault>(i)) << ' ' << struck[i];
  return out.str();
}

tally run_campaign(const campaign_request& request) {
  tally all;
  share_out({.count = request.count,
             .processes = request.processes,
             .work = [&](std::uint64_t place) { return reported(run_checked(request.first + place, request.changes)); },
             .hear =
                 [&](std::uint64_t place, const std::string& line) {
                   all.add(request.first + place, understood(line));
                   if (request.on_progress) request.on_progress(all);
                 },
             .is_enough = [&] { return all.violations.size() >= request.violations_max; }});
  return all;
}

std::string shrink(std::uint64_t seed) {
  const auto is_violated = [seed](const std::string& changes) {
    return run_checked(seed, changes).violation.has_value();
  };
  std::string kept = run({seed}).planned;
  const auto try_change = [&](const std::string& change) {
    auto smaller = kept + " " + change;
    if (!is_violated(smaller)) return false;
    kept = std::move(smaller);
    return true;
  };
  const auto planned = [&] {
    plan now;
    now.change(kept);
    return now;
  };
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const auto kind : planned().faults) {
      auto fewer = planned();
      fewer.faults.erase(kind);
      const auto text = fewer.text();
      is_smaller |= try_change(text.substr(text.find("faults=")));
    }
    const auto now = planned();
    if (now.nodes > 1) is_smaller |= try_change("nodes=" + std::to_string(now.nodes - 1));
    if (now.links > 1) is_smaller |= try_change("links=" + std::to_string(now.links / 2));
    if (now.transfers > 0) is_smaller |= try_change("transfers=" + std::to_string(now.transfers / 2));
    if (now.hosts > 1) is_smaller |= try_change("hosts=1");
    if (now.chaos > 2s) is_smaller |= try_change("chaos=" + std::to_string(now.chaos.count() / 2));
    kept = planned().text();
  }
  return kept;
}

} // namespace paylink::simulation
