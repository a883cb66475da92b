#pragma once
#include "persistence/claim_gate.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace paylink {

/// How many claimed deliveries a node holds in memory, per destination and in all.
class delivery_window final : public claim_gate {
public:
  delivery_window(int per_destination, int in_all) : per_destination_{per_destination}, in_all_{in_all} {}

  bool admit(const std::string& destination) override {
    std::lock_guard guard{mutex_};
    if (total_ >= in_all_) return false;
    auto& held = held_[destination];
    if (held >= per_destination_) return false;
    ++held;
    ++total_;
    return true;
  }

  /// Takes a place without asking, for a job that is claimed already.
  void take(const std::string& destination) {
    std::lock_guard guard{mutex_};
    ++held_[destination];
    ++total_;
  }

  void release(const std::string& destination) override {
    std::lock_guard guard{mutex_};
    auto found = held_.find(destination);
    if (found == held_.end()) return;
    --total_;
    if (--found->second == 0) held_.erase(found);
  }

  /// Places left in all.
  int room() const {
    std::lock_guard guard{mutex_};
    return in_all_ - total_;
  }

private:
  const int per_destination_;
  const int in_all_;
  mutable std::mutex mutex_;
  int total_ = 0;
  std::unordered_map<std::string, int> held_;
};

} // namespace paylink
