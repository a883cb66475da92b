#include "http/sockets/listen_address.hpp"

#include <charconv>
#include <cstdint>
#include <stdexcept>

namespace paylink {

boost::asio::ip::tcp::endpoint parse_listen_address(const std::string& address) {
  const auto refuse = [&](const char* reason) {
    throw std::runtime_error{"cannot listen on " + address + ": " + reason};
  };
  const auto colon = address.rfind(':');
  if (colon == address.npos) refuse("it has no port");
  std::string host = address.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const char* const end = address.data() + address.size();
  const auto [read_to, bad_port] = std::from_chars(address.data() + colon + 1, end, port);
  if (bad_port != std::errc{} || read_to != end) refuse("the port is not valid");
  boost::system::error_code not_an_address;
  const auto parsed = boost::asio::ip::make_address(host, not_an_address);
  if (not_an_address) refuse("it is not an IP address");
  return {parsed, port};
}

} // namespace paylink
