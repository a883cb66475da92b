#pragma once
#include "domain/deliveries/delivery.hpp"

#include <vector>

namespace paylink {

/// Who may hold deliveries in memory: asked inside the transaction that records an event whether its first attempt may
/// be claimed with it, which saves a second sync, and inside each that claims what is due. What is not admitted stands
/// in its line as a row. Safe from any thread.
class claim_gate {
public:
  virtual ~claim_gate() = default;

  /// Takes a place for one more delivery of the line, if there is one.
  virtual bool admit(const delivery_line& line) = 0;
  /// Gives a place back.
  virtual void release(const delivery_line& line) = 0;
};

/// The claims of one transaction, given back when it does not take place.
class batch_claims {
public:
  /// Without a gate nothing is admitted.
  explicit batch_claims(claim_gate* gate) : gate_{gate} {}

  bool admit(const delivery_line& line) {
    if (!gate_ || !gate_->admit(line)) return false;
    admitted_.push_back(line);
    return true;
  }
  /// Gives back the last `count` places, which found nothing to claim.
  void give_back_last(std::size_t count) {
    for (; count > 0; --count) {
      gate_->release(admitted_.back());
      admitted_.pop_back();
    }
  }
  void keep() { admitted_.clear(); }
  void give_back() {
    for (const auto& line : admitted_) gate_->release(line);
    admitted_.clear();
  }

private:
  claim_gate* gate_;
  std::vector<delivery_line> admitted_;
};

} // namespace paylink
