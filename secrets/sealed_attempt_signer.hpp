#pragma once
#include "domain/deliveries/attempt_seal.hpp"
#include "secrets/sealing.hpp"

#include <memory>

namespace paylink {

/// Signs attempts with the sealed keys of their webhooks: opens a pair once and keeps it, a bounded number in all.
class sealed_attempt_signer final : public attempt_signer {
public:
  explicit sealed_attempt_signer(const master_keys& keys);
  ~sealed_attempt_signer() override;
  result<attempt_seal> seal(const delivery_job& job, timestamp now) override;

private:
  result<attempt_seal> open_secret(const delivery_job& job) const;

  struct cache;
  const master_keys& keys_;
  std::unique_ptr<cache> cache_;
};

} // namespace paylink
