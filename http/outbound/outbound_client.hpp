#pragma once
#include "domain/addresses/address_policy.hpp"
#include "domain/deliveries/delivery.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// One POST to a merchant.
struct outbound_request {
  std::string url;
  std::vector<std::pair<std::string, std::string>>
      headers; ///< Besides Host, Content-Length and Content-Type: application/json.
  std::string body;
  int attempt = 1;                    ///< Copied into the outcome.
  bool follow_to_other_origin = true; ///< True for callbacks; false for Workspace webhooks, whose key would leak.
  bool is_operators = false; ///< The operator has chosen the URL: any address, plain http too, and no redirect.
  std::string shown_url{};   ///< Recorded in place of `url`, if that holds a secret.
};

/// Sends requests to merchants' URLs. An interface, so that tests can answer.
class outbound_sender {
public:
  virtual ~outbound_sender() = default;
  /// Thread-safe; `done` is called once, on any thread, shortly after the timeout at the latest.
  virtual void post(outbound_request request, std::function<void(attempt)> done) = 0;
};

struct outbound_options {
  std::chrono::milliseconds timeout{30'000}; ///< For one whole attempt: look-up, connection, TLS, all redirects.
  address_policy addresses;
  std::string ca_file;               ///< Trusted besides the system's; empty: none.
  std::string dns_servers;           ///< `127.0.0.1:5353,…`; empty: the system's.
  std::function<timestamp()> time{}; ///< By which certificates are judged; empty: this machine's.
};

/// The real client: c-ares, the address table, TLS with full verification, at most 3 redirects, pooled connections.
class outbound_client final : public outbound_sender {
public:
  outbound_client(boost::asio::io_context& io, const outbound_options& options);
  ~outbound_client() override;
  void post(outbound_request request, std::function<void(attempt)> done) override;

  /// Ends idle connections and look-ups; requests in progress end as `reset`. On the network thread.
  void stop();

  struct counters {
    std::uint64_t dials = 0, refused_dials = 0, reused = 0, tls_handshakes = 0, tls_resumed = 0;
    std::uint64_t connects_to_refused = 0; ///< connect() calls to an address that the table refuses: must stay 0.
  };
  counters count() const;

private:
  class implementation;
  std::shared_ptr<implementation> implementation_;
};

} // namespace paylink
