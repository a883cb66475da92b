#pragma once
#include "http/server/server_state.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <string>

namespace paylink {

/// Accepts connections while there is room for them; others wait in the kernel's queue.
class listener : public std::enable_shared_from_this<listener> {
public:
  /// Binds at once. Throws std::runtime_error naming `address`.
  listener(boost::asio::io_context& io, const std::string& address, std::shared_ptr<server_state> server,
           std::unique_ptr<boost::asio::ssl::context> tls);

  /// Accepts, unless it already does or must not: called at the start, when a connection has ended, and regularly,
  /// because the process may have run out of descriptors.
  void accept();
  /// Used for connections accepted from now on; open ones keep theirs.
  void use(std::unique_ptr<boost::asio::ssl::context> tls);
  void stop();
  boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }

private:
  void limit_kernel_bytes();
  void admit(boost::asio::ip::tcp::socket socket);

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::endpoint endpoint_;
  const std::shared_ptr<server_state> server_;
  std::unique_ptr<boost::asio::ssl::context> tls_;
  bool is_accepting_ = false, is_stopped_ = false;
};

} // namespace paylink
