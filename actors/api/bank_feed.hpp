#pragma once
#include "actors/api/call.hpp"

#include <map>

namespace paylink {

/// Checks that a feed's request comes from the connector of its bank: HMAC-SHA256 over `timestamp.body`, no older and
/// no further ahead than 5 minutes. Owned by one thread.
class feed_gate {
public:
  explicit feed_gate(const api_services& services);

  /// `not_found` for a bank without a feed, `authentication_error` for a bad signature.
  result<void> admit(const http_request& request, std::string_view bank, timestamp now);

private:
  std::string signature_header_;
  std::string timestamp_header_;
  std::map<std::string, hmac_sha256, std::less<>> keys_;
};

/// How old a feed's signature may be.
inline constexpr std::chrono::minutes feed_signature_life{5};

} // namespace paylink
