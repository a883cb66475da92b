#pragma once
#include "domain/addresses/address_policy.hpp"
#include "http/outbound/timeout_queue.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// The addresses of a host, or why there are none.
struct lookup_result {
  std::vector<ip_address> addresses; ///< At most 16; IPv4 and IPv6 in turns.
  bool answered = false;             ///< The name servers answered; without addresses: there is no such host, for good.
  std::string error;                 ///< For a person; empty when there are addresses.
};

/// Asks name servers for A and AAAA of a full name: no search list, no hosts file, no cache. Used on one thread.
class name_lookup {
public:
  /// `servers` as `127.0.0.1:5353,…`; empty: the system's. Throws `std::runtime_error` when it cannot be read.
  name_lookup(boost::asio::io_context& io, const std::string& servers, std::chrono::milliseconds limit);
  ~name_lookup();

  /// `done` is called once, later, on the network thread; never when `stop` comes first.
  void find(std::string_view host, std::function<void(lookup_result)> done);

  void stop();

private:
  class channel;
  std::shared_ptr<channel> channel_;
};

} // namespace paylink
