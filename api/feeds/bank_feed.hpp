#pragma once
#include "api/calls/call.hpp"
#include "api/feeds/sender_check.hpp"

#include <map>

namespace paylink {

/// Checks that a feed's request comes from its bank's connector, in the way of the feed's format, and at most 5 minutes
/// old or ahead if it says when it was signed. While the clock is unconfirmed, the bank's time is a witness. Owned by
/// one thread.
class feed_gate {
public:
  explicit feed_gate(const api_services& services);

  /// The refusal that the headers alone justify (bank, form of the proof, age, type), or none. Logs the reason.
  /// Thread-safe.
  std::optional<http_response> refuse_head(const http_request& request, std::string_view bank, timestamp now) const;
  /// The same for a whole request: 404 for a bank without a feed, 401 for a wrong signature, 503 for a valid one with
  /// another time while our clock may be the wrong one.
  std::optional<http_response> refuse(const http_request& request, std::string_view bank, timestamp now);

  /// Reads the body of a request that was not refused, in its format.
  decoded_feed decode(const http_request& request, std::string_view bank) const;

  /// Answers a connector's report of the state of a connection. If that has ended, once this is stored.
  handled answer_notice(const http_call& call, const connection_notice& notice) const;

private:
  struct open_feed {
    const feed_format* format;
    std::unique_ptr<sender_check> sender;
  };
  struct fault {
    errc error = errc::ok;
    std::string message{};
  };

  fault fault_of_head(const http_request& request, std::string_view bank, timestamp now) const;
  fault fault_of(const http_request& request, std::string_view bank, timestamp now);
  static std::optional<http_response> answer_to(const fault& found, const http_request& request, std::string_view bank,
                                                timestamp now);

  const api_services& services_;
  std::map<std::string, open_feed, std::less<>> feeds_;
};

/// For the server: refuses feed requests that cannot be from the connector, before the body is read.
std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now);

/// How old a feed's signature may be.
inline constexpr std::chrono::minutes feed_signature_life{5};

} // namespace paylink
