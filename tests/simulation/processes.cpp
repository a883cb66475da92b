#include "tests/simulation/processes.hpp"

#include <algorithm>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace paylink::simulation {
namespace {

struct worker {
  pid_t process = 0;
  int pipe = -1;
  std::string unread;
};

/// Written whole, so that what is told of one piece does not mix with another.
std::string reported(const shared_work& all, std::uint64_t place) {
  std::string line;
  try {
    line = all.work(place);
  } catch (const std::exception& error) {
    line = std::string{"broken off: "} + error.what();
  }
  std::ranges::replace(line, '\n', ' ');
  return std::to_string(place) + " " + line + "\n";
}

worker begin_worker(const shared_work& all, int number) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error{"cannot make a pipe"};
  const auto process = ::fork();
  if (process < 0) throw std::runtime_error{"cannot fork"};
  if (process > 0) {
    ::close(ends[1]);
    return {process, ends[0], {}};
  }
  ::close(ends[0]);
  for (auto place = static_cast<std::uint64_t>(number); place < all.count;
       place += static_cast<std::uint64_t>(all.processes)) {
    const auto line = reported(all, place);
    if (::write(ends[1], line.data(), line.size()) != static_cast<ssize_t>(line.size())) break;
  }
  ::_exit(0);
}

/// Hears the lines that have come through a pipe; closes it at its end.
void listen_to(worker& one, const shared_work& all) {
  char bytes[4096];
  const auto size = ::read(one.pipe, bytes, sizeof bytes);
  if (size <= 0) {
    ::close(std::exchange(one.pipe, -1));
    return;
  }
  one.unread.append(bytes, static_cast<std::size_t>(size));
  for (std::size_t end = 0; (end = one.unread.find('\n')) != std::string::npos; one.unread.erase(0, end + 1)) {
    const auto space = one.unread.find(' ');
    all.hear(std::stoull(one.unread.substr(0, space)), one.unread.substr(space + 1, end - space - 1));
  }
}

bool has_failed(const worker& one) {
  int status = 0;
  ::waitpid(one.process, &status, 0);
  return (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) || (WIFEXITED(status) && WEXITSTATUS(status) != 0);
}

} // namespace

void share_out(const shared_work& all) {
  std::vector<worker> workers;
  for (int number = 0; number < all.processes; ++number) workers.push_back(begin_worker(all, number));
  std::vector<pollfd> open;
  const auto has_open = [&] {
    open.clear();
    for (const auto& one : workers)
      if (one.pipe >= 0) open.push_back({one.pipe, POLLIN, 0});
    return !open.empty();
  };
  while (has_open()) {
    if (::poll(open.data(), open.size(), -1) < 0) continue;
    for (auto& one : workers) {
      const auto found = std::ranges::find(open, one.pipe, &pollfd::fd);
      if (one.pipe >= 0 && found != open.end() && found->revents != 0) listen_to(one, all);
    }
    if (!all.is_enough()) continue;
    for (auto& one : workers)
      if (one.pipe >= 0) {
        ::kill(one.process, SIGKILL);
        ::close(std::exchange(one.pipe, -1));
      }
  }
  bool has_died = false;
  for (const auto& one : workers) has_died = has_failed(one) || has_died;
  if (has_died) throw std::runtime_error{"a process of the simulation died; run its pieces one by one"};
}

} // namespace paylink::simulation
