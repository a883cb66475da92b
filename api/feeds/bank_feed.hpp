#pragma once
#include "api/calls/call.hpp"

#include <map>

namespace paylink {

/// Checks that a feed's request comes from the connector of its bank: HMAC-SHA256 over `timestamp.body`, no older and
/// no further ahead than 5 minutes. While nobody supports the clock, it hears what the bank says of the time. Owned by
/// one thread.
class feed_gate {
public:
  explicit feed_gate(const api_services& services);

  /// What a request that its head alone refuses is answered: for its bank, the form of the signature, the age; else
  /// nothing. Says in the log why. From any thread.
  std::optional<http_response> refuse_head(const http_request& request, std::string_view bank, timestamp now) const;
  /// The same for a whole request, as 404 for a bank without a feed, 401 for a bad signature; 503 for a good one of
  /// another time, while it may be our clock that is wrong.
  std::optional<http_response> refuse(const http_request& request, std::string_view bank, timestamp now);

private:
  enum class fault : std::uint8_t { none, closed, no_timestamp, no_signature, other_time, other_signature, clock };

  fault fault_of_head(const http_request& request, std::string_view bank, timestamp now) const;
  fault fault_of(const http_request& request, std::string_view bank, timestamp now);
  std::optional<http_response> answer_to(fault found, const http_request& request, std::string_view bank,
                                         timestamp now) const;
  /// What its header says.
  std::optional<timestamp> signed_at(const http_request& request) const;

  const api_services& services_;
  std::string signature_header_; ///< In lower case, as requests hold it.
  std::string timestamp_header_;
  std::map<std::string, hmac_sha256, std::less<>> keys_;
};

/// For the server: refuses what is on its way to a feed and can be no request of its connector, before the body is
/// read.
std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now);

/// How old a feed's signature may be.
inline constexpr std::chrono::minutes feed_signature_life{5};

} // namespace paylink
