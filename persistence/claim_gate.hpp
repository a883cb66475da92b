#pragma once
#include "domain/deliveries/delivery.hpp"

#include <algorithm>
#include <vector>

namespace paylink {

/// Limits the deliveries held in memory. The transaction that records an event asks whether its first attempt may be
/// claimed with it, which saves a second sync; so does each transaction that claims due deliveries. A delivery that is
/// not admitted waits in its queue as a row. Thread-safe.
class claim_gate {
public:
  virtual ~claim_gate() = default;

  /// Takes a place for one more delivery of the queue, if there is one.
  virtual bool admit(const delivery_queue& queue) = 0;
  /// Returns a place.
  virtual void release(const delivery_queue& queue) = 0;
};

/// The claims of one transaction, returned if it is rolled back.
class batch_claims {
public:
  /// Without a gate nothing is admitted.
  explicit batch_claims(claim_gate* gate) : gate_{gate} {}

  bool admit(const delivery_queue& queue) {
    if (!gate_ || !gate_->admit(queue)) return false;
    admitted_.push_back(queue);
    return true;
  }
  /// Returns the last `count` places, for which there was nothing to claim.
  void give_back_last(std::size_t count) {
    for (; count > 0; --count) {
      gate_->release(admitted_.back());
      admitted_.pop_back();
    }
  }
  /// Returns one place of the queue, for a delivery that is not sent after all.
  void give_back_one(const delivery_queue& queue) {
    const auto last = std::ranges::find(admitted_.rbegin(), admitted_.rend(), queue);
    if (last == admitted_.rend()) return;
    gate_->release(queue);
    admitted_.erase(std::next(last).base());
  }
  void keep() { admitted_.clear(); }
  void give_back() {
    for (const auto& queue : admitted_) gate_->release(queue);
    admitted_.clear();
  }

private:
  claim_gate* gate_;
  std::vector<delivery_queue> admitted_;
};

} // namespace paylink
