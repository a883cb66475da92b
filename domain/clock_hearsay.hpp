#pragma once
#include "domain/time.hpp"

#include <mutex>
#include <utility>

namespace paylink {

/// The last time that a bank has signed, on its way from the door to the writer. Thread-safe.
class clock_hearsay {
public:
  struct word {
    timestamp said;
    std::chrono::milliseconds uptime; ///< When it was heard.
  };

  void hear(word of_bank) {
    const std::lock_guard hold{mutex_};
    last_ = of_bank;
  }
  std::optional<word> take() {
    const std::lock_guard hold{mutex_};
    return std::exchange(last_, std::nullopt);
  }

private:
  std::mutex mutex_;
  std::optional<word> last_;
};

} // namespace paylink
