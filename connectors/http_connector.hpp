#pragma once
#include "connectors/circuit_breaker.hpp"
#include "connectors/connector_line.hpp"
#include "domain/values/time.hpp"
#include "http/tools/api_client.hpp"

#include <functional>

namespace paylink {

/// Calls a connector over HTTP, signed with its secret. A call that fails in transport, or with a 5xx, is repeated
/// once: each is safe to repeat. A connector that keeps failing is left alone for a while.
class http_connector final : public connector_line {
public:
  struct options {
    std::string url;                           ///< Its base; the operator's choice, so that no address is refused.
    std::string secret;                        ///< Signs the calls.
    std::string brand;                         ///< In the names of the headers.
    std::string ca_file{};                     ///< Trusted besides the system's; empty: none.
    std::chrono::milliseconds timeout{10'000}; ///< Of one try.
    std::chrono::milliseconds pause{500};      ///< Between two.
    circuit_breaker::rules rules{};
  };
  /// Throws std::invalid_argument if the URL or the CA file cannot be used. `clock` outlives it.
  http_connector(options with, const wall_clock& clock);

  connector_answer call(const connector_request& request) override;

private:
  connector_answer try_once(const connector_request& request);

  options options_;
  const wall_clock& clock_;
  circuit_breaker breaker_;
  api_client client_;
};

} // namespace paylink
