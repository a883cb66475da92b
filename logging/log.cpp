#include "logging/log.hpp"
#include "logging/line.hpp"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/base_sink.h>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>

namespace paylink::log {
namespace {

constexpr std::size_t queued_lines_max = 8'192;
/// The size written with one call while more lines wait.
constexpr std::size_t gathered_bytes_max = 16'384;
constexpr std::chrono::seconds flush_patience{2};
constexpr level above_all{static_cast<int>(level::error) + 1};

void write_to_stderr(std::string_view text) {
  while (!text.empty()) {
    const auto put = ::write(STDERR_FILENO, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return; // Nothing more can be done.
    text.remove_prefix(static_cast<std::size_t>(put));
  }
}

/// Writes the lines that wait with one call, tells how many lines a full queue lost, and lets `flush` wait. Runs on the
/// thread of the queue alone.
class stderr_lines final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
public:
  void watch(const std::shared_ptr<spdlog::details::thread_pool>& queue) { queue_ = queue; }

  std::uint64_t flushes() {
    const std::scoped_lock lock{mutex_};
    return flushes_;
  }

  bool wait_for_flush_after(std::uint64_t seen, std::chrono::seconds patience) {
    std::unique_lock lock{mutex_};
    return flushed_.wait_for(lock, patience, [this, seen] { return flushes_ > seen; });
  }

private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    tell_lost_lines();
    gathered_.append(message.payload.data(), message.payload.size()) += '\n';
    const auto queue = queue_.lock();
    if (!queue || queue->queue_size() == 0 || gathered_.size() >= gathered_bytes_max) write_gathered();
  }

  void write_gathered() {
    write_to_stderr(gathered_);
    gathered_.clear();
  }

  void flush_() override {
    tell_lost_lines();
    write_gathered();
    {
      const std::scoped_lock lock{mutex_};
      ++flushes_;
    }
    flushed_.notify_all();
  }

  void tell_lost_lines() {
    const auto queue = queue_.lock();
    const auto lost = queue ? queue->overrun_counter() : lost_;
    if (lost == lost_) return;
    const field count{"lines", lost - lost_};
    lost_ = lost;
    write_gathered();
    write_to_stderr(format_line(std::chrono::system_clock::now(), level::warning, "log.lines_lost", {&count, 1}) +
                    "\n");
  }

  std::weak_ptr<spdlog::details::thread_pool> queue_;
  std::string gathered_;
  std::size_t lost_ = 0;
  std::mutex mutex_;
  std::condition_variable flushed_;
  std::uint64_t flushes_ = 0;
};

/// A thread that begins meanwhile takes no signals but those of its own faults.
class blocked_signals {
public:
  blocked_signals() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  blocked_signals(const blocked_signals&) = delete;
  blocked_signals& operator=(const blocked_signals&) = delete;
  ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_;
};

/// Its thread begins before the service has blocked the signals that one thread waits for.
std::shared_ptr<spdlog::details::thread_pool> make_queue() {
  const blocked_signals meanwhile;
  return std::make_shared<spdlog::details::thread_pool>(queued_lines_max, 1);
}

/// The queue, its thread, and what it writes to.
struct output {
  std::shared_ptr<stderr_lines> sink = std::make_shared<stderr_lines>();
  std::shared_ptr<spdlog::details::thread_pool> queue = make_queue();
  std::shared_ptr<spdlog::async_logger> logger =
      std::make_shared<spdlog::async_logger>("paylink", sink, queue, spdlog::async_overflow_policy::overrun_oldest);

  output() {
    sink->watch(queue);
    logger->set_level(spdlog::level::trace); // `least_level` decides, before anything is formatted.
  }
};

// Never destroyed: its end would wait for a reader of standard error that may never come, and other threads may still
// write while static objects go.
output& shared_output() {
  static auto& made = *new output;
  return made;
}

std::atomic<level> least_level{level::info};

} // namespace

bool is_written(level at) { return at >= least_level.load(std::memory_order_relaxed); }

void set_level(level least) { least_level.store(least, std::memory_order_relaxed); }

void silence() { least_level.store(above_all, std::memory_order_relaxed); }

void write(level at, std::string_view event, std::initializer_list<field> fields) {
  if (at < least_level.load(std::memory_order_relaxed)) return;
  const auto line = format_line(std::chrono::system_clock::now(), at, event, {fields.begin(), fields.size()});
  shared_output().logger->log(spdlog::level::info, spdlog::string_view_t{line.data(), line.size()});
}

void flush() {
  if (!is_written(level::error)) return;
  auto& [sink, queue, logger] = shared_output();
  const auto seen = sink->flushes();
  queue->post_flush(std::shared_ptr{logger}, spdlog::async_overflow_policy::overrun_oldest);
  // Bounded, because a stalled reader must not prevent the process from ending.
  sink->wait_for_flush_after(seen, flush_patience);
}

} // namespace paylink::log
