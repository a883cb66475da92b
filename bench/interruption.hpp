#pragma once
#include <atomic>
#include <csignal>
#include <stdexcept>

namespace paylink::load {

/// Set by SIGINT and SIGTERM; waits check it, so that every child is ended before the exit.
inline std::atomic<bool> is_interrupted{false};

inline void watch_for_interruption() {
  for (int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { is_interrupted = true; });
  std::signal(SIGPIPE, SIG_IGN);
}

inline void stop_if_interrupted() {
  if (is_interrupted) throw std::runtime_error{"interrupted"};
}

} // namespace paylink::load
