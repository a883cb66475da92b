#include "app/service.hpp"

#include "app/machine_clock.hpp"
#include "app/node.hpp"
#include "app/preflight.hpp"
#include "app/sandbox.hpp"
#include "app/scheduling.hpp"
#include "logging/log.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

namespace paylink {

namespace {

/// The shutdown may take this long; then the process exits, and the next start continues the work.
constexpr unsigned end_seconds_max = 60;

log::level level_of(const std::string& name) {
  if (name == "debug") return log::level::debug;
  if (name == "warning") return log::level::warning;
  return name == "error" ? log::level::error : log::level::info;
}

/// Connections are descriptors: as many as the system lets us have. Secrets are in memory: no core dumps.
void set_process_limits() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::prctl(PR_SET_DUMPABLE, 0);
}

/// SIGTERM, SIGINT and SIGHUP, blocked in every thread that begins later, for this one to wait for.
sigset_t block_signals() {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return ending;
}

/// Waits for the signal that ends the service, and in between does what SIGHUP asks for. True: it leaves time.
bool wait_for_end(const sigset_t& ending, node& running) {
  int signal = 0;
  while (sigwait(&ending, &signal) != 0 || signal == SIGHUP) running.reload();
  return signal == SIGTERM; // a person who types ^C waits
}

/// Until `time` is over, or a further signal shortens it.
void wait_for_balancers(const sigset_t& ending, node& running, std::chrono::milliseconds time) {
  using clock = std::chrono::steady_clock;
  const auto until = clock::now() + time;
  for (auto left = time; left.count() > 0; left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now())) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    const timespec rest{.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds{left - seconds}.count()};
    const int signal = ::sigtimedwait(&ending, nullptr, &rest);
    if (signal == SIGTERM || signal == SIGINT) return;
    if (signal == SIGHUP) running.reload();
  }
}

/// Not a line of the log: only who can start the service should read it.
void invite_first_person(node& running) {
  const auto link = running.invite_first_person();
  if (link.empty()) return;
  std::cout << "There are no accounts yet. Create the first one with this link, which works once, for 7 days:\n\n    "
            << link << "\n\n"
            << std::flush;
}

} // namespace

int run_service(const arguments& asked, settings values) {
  log::set_level(level_of(values.log.level));
  set_process_limits();
  ask_for_short_turns(); // before there are threads that could not inherit it
  if (!asked.sandbox && !synchronized_time())
    log::warning("clock.unsynchronized", {{"advice", "run chrony, systemd-timesyncd or another NTP client"}});
  look_before_start(asked, values);
  const auto ending = block_signals();
  const auto folder = data_folder::open(asked);
  const folder_lock lock{folder.path()};
  std::optional<sandbox> demo;
  if (asked.sandbox) {
    system_random random;
    demo.emplace(sandbox::prepare(folder, random, system_wall_clock{}.now()));
    for (const auto& name : demo->configure(values, asked.bank_simulator))
      log::warning("sandbox.setting_ignored",
                   {{"setting", name}, {"advice", "use the value in sandbox.json, or run without --sandbox"}});
  }
  node running{folder, lock, values, demo};
  // Once the service is ready, its address is in the file.
  if (demo) demo->announce(running.public_url());
  running.start();
  if (!asked.sandbox) invite_first_person(running);
  if (wait_for_end(ending, running) && !asked.sandbox) {
    running.retire();
    wait_for_balancers(ending, running, values.http.drain_delay);
  }
  // From here on a second signal, or a shutdown that takes too long, ends the process at once; that is safe at any
  // moment.
  std::signal(SIGTERM, [](int) { ::_exit(1); });
  std::signal(SIGINT, [](int) { ::_exit(1); });
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGALRM, [](int) { ::_exit(70); });
  ::alarm(end_seconds_max);
  pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
  running.stop();
  log::flush();
  return 0;
}

} // namespace paylink
