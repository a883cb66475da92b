#pragma once
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace paylink {

/// Handles many waits of the same length with a single timer: waits end in the order in which they started, so starting
/// and ending one only links and unlinks it. Used on one thread.
class timeout_queue {
public:
  /// One wait; removed from its queue when destroyed.
  class entry {
  public:
    entry() = default;
    explicit entry(std::function<void()> on_due) : on_due_{std::move(on_due)} {}
    ~entry() { disarm(); }
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;

    void on_due(std::function<void()> call) { on_due_ = std::move(call); }
    void disarm();

  private:
    friend class timeout_queue;
    std::function<void()> on_due_;
    std::chrono::steady_clock::time_point due_;
    entry* before_ = nullptr;
    entry* after_ = nullptr;
    timeout_queue* queue_ = nullptr;
  };

  timeout_queue(boost::asio::io_context& io, std::chrono::milliseconds span);
  ~timeout_queue();
  timeout_queue(const timeout_queue&) = delete;
  timeout_queue& operator=(const timeout_queue&) = delete;

  /// Starts or restarts the wait.
  void arm(entry& wait);

  /// Forgets all waits and the timer.
  void stop();

private:
  void unlink(entry& wait);
  void set_timer();
  void fire();

  boost::asio::steady_timer timer_;
  std::chrono::milliseconds span_;
  entry* first_ = nullptr;
  entry* last_ = nullptr;
  bool timer_set_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true); ///< Outlives the queue in the timer's handler.
};

} // namespace paylink
