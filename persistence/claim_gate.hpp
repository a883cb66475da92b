#pragma once
#include <string>
#include <vector>

namespace paylink {

/// Who may hold deliveries in memory: asked inside the transaction that records an event whether its first attempt may
/// be claimed with it, which saves a second sync. What is not admitted stays a due row. Safe from any thread.
class claim_gate {
public:
  virtual ~claim_gate() = default;

  /// Takes a place for a delivery to `host:port`, if there is one.
  virtual bool admit(const std::string& destination) = 0;
  /// Gives a place back.
  virtual void release(const std::string& destination) = 0;
};

/// The claims of one transaction, given back when it does not take place.
class batch_claims {
public:
  /// Without a gate nothing is admitted.
  explicit batch_claims(claim_gate* gate) : gate_{gate} {}

  bool admit(const std::string& destination) {
    if (!gate_ || !gate_->admit(destination)) return false;
    admitted_.push_back(destination);
    return true;
  }
  void keep() { admitted_.clear(); }
  void give_back() {
    for (const auto& destination : admitted_) gate_->release(destination);
    admitted_.clear();
  }

private:
  claim_gate* gate_;
  std::vector<std::string> admitted_;
};

} // namespace paylink
