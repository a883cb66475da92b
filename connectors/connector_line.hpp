#pragma once
#include "domain/errors/errc.hpp"
#include "http/wire/message.hpp"

#include <string>

namespace paylink {

/// One call of a bank's connector.
struct connector_request {
  std::string feed; ///< Whose: `MB`, `NAPAS`.
  http_method method = http_method::post;
  std::string target;            ///< Below the connector's URL; begins with `/`, may have a query.
  std::string body{};            ///< JSON; empty: none.
  std::string idempotency_key{}; ///< Of a POST: a call that is repeated with it takes effect once.
};

/// What came back.
struct connector_answer {
  errc failed = errc::ok; ///< `bank_unreachable`: no answer that can be used; `rate_limited`: too many calls wait.
  unsigned status = 0;
  std::string body{};
  std::string reason{}; ///< Why it failed, for the log.
};

/// Calls one connector. Blocking; for one thread.
class connector_line {
public:
  virtual ~connector_line() = default;
  virtual connector_answer call(const connector_request& request) = 0;
};

} // namespace paylink
