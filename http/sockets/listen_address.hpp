#pragma once
#include <boost/asio/ip/tcp.hpp>

#include <string>

namespace paylink {

/// Reads `127.0.0.1:8080` or `[::1]:0`. Throws std::runtime_error that names `address` and what is wrong with it.
boost::asio::ip::tcp::endpoint parse_listen_address(const std::string& address);

} // namespace paylink
