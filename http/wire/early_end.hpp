#pragma once
#include <functional>
#include <mutex>
#include <utility>

namespace paylink {

/// Ends an answer that is being sent before all of it is: one who needs its memory asks, and its connection acts.
/// Thread-safe.
class early_end {
public:
  /// `act` is called at most once, on the thread that asks; at once if somebody has asked already.
  void on_ask(std::function<void()> act) {
    {
      const std::lock_guard lock{mutex_};
      if (!is_asked_) act_ = std::exchange(act, {});
    }
    if (act) act();
  }
  void ask() {
    std::function<void()> act;
    {
      const std::lock_guard lock{mutex_};
      is_asked_ = true;
      act = std::exchange(act_, {});
    }
    if (act) act();
  }

private:
  std::mutex mutex_;
  std::function<void()> act_;
  bool is_asked_ = false;
};

} // namespace paylink
