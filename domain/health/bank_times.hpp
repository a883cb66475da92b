#pragma once
#include "domain/values/time.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace paylink {

/// The last time that a bank has signed, on its way from the front end to the writer. A time counts once, and only if
/// its bank has not signed a later one: a replayed request proves nothing. Thread-safe.
class bank_times {
public:
  struct word {
    timestamp said;
    std::chrono::milliseconds uptime; ///< When it was received.
    bool is_near = false;             ///< It came from a private address, perhaps from this machine.
  };

  void hear(const std::string& bank, word of_bank) {
    const std::lock_guard hold{mutex_};
    const auto [newest, is_first] = newest_.try_emplace(bank, of_bank.said);
    if (!is_first && of_bank.said <= newest->second) return;
    newest->second = of_bank.said;
    last_ = of_bank;
  }
  std::optional<word> take() {
    const std::lock_guard hold{mutex_};
    return std::exchange(last_, std::nullopt);
  }

private:
  std::mutex mutex_;
  std::map<std::string, timestamp> newest_; ///< By bank, from the settings.
  std::optional<word> last_;
};

} // namespace paylink
