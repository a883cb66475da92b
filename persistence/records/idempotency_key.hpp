#pragma once
#include "domain/errors/errc.hpp"
#include "domain/values/ids.hpp"
#include "persistence/records/verb.hpp"

#include <chrono>
#include <compare>
#include <string>

namespace paylink {

/// The key that a caller gave to a request that creates something, so that it takes effect only once.
struct idempotency_key {
  std::string caller; ///< Id of the token or user.
  std::string key;    ///< Empty: the request has none.
  std::string print;  ///< Fingerprint of the request; a key must not be used for a different one.
  auto operator<=>(const idempotency_key&) const = default;
};
/// How long a key is remembered.
inline constexpr std::chrono::hours idempotency_key_life{24};

/// What a key was used for.
struct used_key {
  std::string print;
  std::string subject; ///< Id of what was created.
};

/// `not_found` if the key was never used, or has expired.
struct find_used_key {
  const idempotency_key& key;
  workspace_id in;
  timestamp now;
};
result<used_key> answer(reading& at, const find_used_key& wanted);

} // namespace paylink
