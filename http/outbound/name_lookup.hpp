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
  bool answered = false; ///< The name servers answered; without addresses: the host definitely does not exist.
  std::string error;     ///< For people; empty if there are addresses.
};

/// Looks up A and AAAA records of a full name: no search list, no hosts file, no cache. Used on one thread.
class name_lookup {
public:
  /// `servers` as `127.0.0.1:5353,…`; empty: the system's. Throws `std::runtime_error` if it cannot be read.
  name_lookup(boost::asio::io_context& io, const std::string& servers, std::chrono::milliseconds limit);
  ~name_lookup();

  /// `done` is called once, later, on the network thread; never after `stop`.
  void find(std::string_view host, std::function<void(lookup_result)> done);

  void stop();

private:
  class channel;
  std::shared_ptr<channel> channel_;
};

} // namespace paylink
