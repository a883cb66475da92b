#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/errc.hpp"

#include <string>

namespace paylink {

/// What proves to a receiver that an attempt is ours. It holds secrets: it lives from the signing to the request.
struct attempt_seal {
  std::int64_t signed_at = 0; ///< Unix seconds.
  std::string signature;      ///< 64 lowercase hex characters.
  std::string api_key{};      ///< Of a webhook; empty for a callback.
  std::string bot_token{};    ///< Of a chat; then all else is empty.
};

/// Signs attempts of the kinds whose every attempt is signed, or opens the secret that they carry. Thread-safe.
/// Implemented in `secrets/`, the only folder that sees the keys.
class attempt_signer {
public:
  virtual ~attempt_signer() = default;
  /// `internal_error`: the webhook's keys do not open with the master keys at hand.
  virtual result<attempt_seal> seal(const delivery_job& job, timestamp now) = 0;
};

} // namespace paylink
