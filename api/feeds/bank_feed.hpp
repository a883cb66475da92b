#pragma once
#include "api/calls/call.hpp"

#include <map>

namespace paylink {

/// Checks that a feed's request comes from its bank's connector: HMAC-SHA256 over `timestamp.body`, at most 5 minutes
/// old or ahead. While the clock is unconfirmed, the bank's time is a witness. Owned by one thread.
class feed_gate {
public:
  explicit feed_gate(const api_services& services);

  /// The refusal that the headers alone justify (bank, form of the signature, age), or none. Logs the reason.
  /// Thread-safe.
  std::optional<http_response> refuse_head(const http_request& request, std::string_view bank, timestamp now) const;
  /// The same for a whole request: 404 for a bank without a feed, 401 for a wrong signature, 503 for a valid one with
  /// another time while our clock may be the wrong one.
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
  std::string signature_header_; ///< In lower case, as in requests.
  std::string timestamp_header_;
  std::map<std::string, hmac_sha256, std::less<>> keys_;
};

/// For the server: refuses feed requests that cannot be from the connector, before the body is read.
std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now);

/// How old a feed's signature may be.
inline constexpr std::chrono::minutes feed_signature_life{5};

} // namespace paylink
