#include "tests/support/free_port.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace paylink::test {

std::uint16_t free_port() {
  using boost::asio::ip::tcp;
  boost::asio::io_context io;
  return tcp::acceptor{io, {boost::asio::ip::make_address("127.0.0.1"), 0}}.local_endpoint().port();
}

} // namespace paylink::test
