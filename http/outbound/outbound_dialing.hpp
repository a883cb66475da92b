#pragma once
#include "http/outbound/outbound_services.hpp"

#include "domain/addresses/outbound_url.hpp"

#include <functional>
#include <memory>
#include <string>

namespace paylink {

/// A connection to one origin, or why there is none.
struct dial_outcome {
  std::unique_ptr<outbound_connection> connection;
  failure_class failed_by = failure_class::none;
  bool final = false;
  std::string error;
};

/// Where to connect to.
struct dial_target {
  const outbound_url& url;
  const std::string& origin; ///< By which connections are shared.
  bool is_operators = false; ///< Not held against the address table.
};

/// Opens one connection: look-up, check of every address, connection to a checked one, TLS.
class outbound_dialing : public std::enable_shared_from_this<outbound_dialing> {
public:
  using handler = std::function<void(dial_outcome)>;

  outbound_dialing(outbound_services& services, const dial_target& target, handler done);

  /// `done` is called once, possibly immediately; never after `cancel`.
  void start();
  void cancel();

  const std::string& address() const { return address_; } ///< The last address tried: `192.0.2.1:443`.
  std::string_view doing() const { return doing_; }       ///< For the message of a timeout: `connecting to`, ….

private:
  void on_addresses(lookup_result found);
  bool may_dial(const ip_address& address) const;
  bool needs_translation() const;
  void learn_translation();
  void choose();
  void dial_next();
  void on_connected(const boost::system::error_code& error);
  void try_next(const std::string& why);
  void begin_handshake();
  void continue_handshake();
  void on_handshake_failed();
  void finish(dial_outcome outcome);
  void fail(failure_class failed_by, bool final, std::string error);

  outbound_services& services_;
  handler done_;
  std::string host_, origin_;
  bool host_is_address_ = false, is_https_ = true, is_operators_ = false;
  std::uint16_t port_ = 0;
  std::vector<ip_address> candidates_;
  std::size_t next_ = 0;
  std::unique_ptr<outbound_connection> connection_;
  timeout_queue::entry connect_limit_;
  std::string address_;
  std::string tried_; ///< The results of the addresses tried.
  std::string_view doing_ = "looking up";
};

} // namespace paylink
