#pragma once
#include "domain/deliveries/callback.hpp"
#include "secrets/sealing.hpp"

#include <memory>

namespace paylink {

/// Signs events with sealed signing keys: opens a key once and caches its HMAC state, one per Workspace and a bounded
/// number in total. Owned by the thread of one writer.
class sealed_event_signer final : public event_signer {
public:
  explicit sealed_event_signer(const master_keys& keys);
  ~sealed_event_signer() override;
  std::string sign(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                   std::string_view data) override;

private:
  struct cache;
  const master_keys& keys_;
  std::unique_ptr<cache> cache_;
};

} // namespace paylink
