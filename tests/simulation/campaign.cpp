#include "tests/simulation/campaign.hpp"

#include <algorithm>
#include <iomanip>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t twice_every = 100;

/// What a process tells of one seed, through its pipe: written whole, so that lines of one run do not mix.
std::string told(std::uint64_t seed, const run_result& one) {
  std::ostringstream line;
  line << seed << ' ' << one.steps << ' ' << one.commits << ' ' << one.requests << ' ' << one.virtual_time.count();
  for (const auto times : one.struck) line << ' ' << times;
  line << ' ' << (one.violation ? *one.violation : "-");
  auto text = line.str();
  std::ranges::replace(text, '\n', ' ');
  return text + "\n";
}

void hear(tally& all, const std::string& line) {
  std::istringstream in{line};
  std::uint64_t seed = 0;
  run_result one;
  std::int64_t time = 0;
  in >> seed >> one.steps >> one.commits >> one.requests >> time;
  one.virtual_time = milliseconds{time};
  for (auto& times : one.struck) in >> times;
  std::string violation;
  std::getline(in >> std::ws, violation);
  if (violation != "-") one.violation = violation;
  all.add(seed, one);
}

run_result run_checked(std::uint64_t seed, const std::string& changes) {
  auto one = run({seed, changes});
  if (seed % twice_every == 0 && !one.violation && run({seed, changes}).print != one.print)
    one.violation = "the same seed ran in two ways";
  return one;
}

struct worker {
  pid_t process = 0;
  int pipe = -1;
  std::string unread;
};

worker begin_worker(const campaign_request& request, int number) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error{"cannot make a pipe"};
  const auto process = ::fork();
  if (process < 0) throw std::runtime_error{"cannot fork"};
  if (process > 0) {
    ::close(ends[1]);
    return {process, ends[0], {}};
  }
  ::close(ends[0]);
  const auto step = static_cast<std::uint64_t>(request.processes);
  for (auto seed = request.first + static_cast<std::uint64_t>(number); seed < request.first + request.count;
       seed += step) {
    std::string line;
    try {
      line = told(seed, run_checked(seed, request.changes));
    } catch (const std::exception& error) {
      run_result broken;
      broken.violation = std::string{"the run was broken off: "} + error.what();
      line = told(seed, broken);
    }
    if (::write(ends[1], line.data(), line.size()) != static_cast<ssize_t>(line.size())) break;
  }
  ::_exit(0);
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
  std::vector<worker> workers;
  for (int number = 0; number < request.processes; ++number) workers.push_back(begin_worker(request, number));
  tally all;
  std::vector<pollfd> open;
  const auto listen = [&] {
    open.clear();
    for (const auto& one : workers)
      if (one.pipe >= 0) open.push_back({one.pipe, POLLIN, 0});
    return !open.empty();
  };
  while (listen()) {
    if (::poll(open.data(), open.size(), -1) < 0) continue;
    for (auto& one : workers) {
      const auto found = std::ranges::find(open, one.pipe, &pollfd::fd);
      if (one.pipe < 0 || found == open.end() || found->revents == 0) continue;
      char bytes[4096];
      const auto size = ::read(one.pipe, bytes, sizeof bytes);
      if (size <= 0) {
        ::close(std::exchange(one.pipe, -1));
        continue;
      }
      one.unread.append(bytes, static_cast<std::size_t>(size));
      for (std::size_t end = 0; (end = one.unread.find('\n')) != std::string::npos; one.unread.erase(0, end + 1))
        hear(all, one.unread.substr(0, end));
    }
    if (request.on_progress) request.on_progress(all);
    if (all.violations.size() < request.violations_max) continue;
    for (auto& one : workers)
      if (one.pipe >= 0) {
        ::kill(one.process, SIGKILL);
        ::close(std::exchange(one.pipe, -1));
      }
  }
  bool has_died = false;
  for (const auto& one : workers) {
    int status = 0;
    ::waitpid(one.process, &status, 0);
    has_died = has_died || (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) ||
               (WIFEXITED(status) && WEXITSTATUS(status) != 0);
  }
  if (has_died) throw std::runtime_error{"a process of the simulation died; run its seeds one by one"};
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
