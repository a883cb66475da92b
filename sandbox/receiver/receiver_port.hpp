#pragma once
#include "sandbox/receiver/receiver_api.hpp"

#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>

namespace paylink::sandbox {

/// The receiver on its port of this machine, under TLS with a certificate of the sandbox's authority, which the service
/// trusts. It listens as soon as sandbox.json names the authority. On the io thread.
class receiver_port {
public:
  /// Port 0 picks a free one.
  receiver_port(boost::asio::io_context& io, const std::filesystem::path& directory, std::uint16_t port,
                inbox& requests, receiver_place& place);

  /// `on_listening` is called with the address once it listens. Throws std::runtime_error, here or in the io thread, if
  /// the port is taken or the authority is of no use.
  void start(std::function<void(const std::string& address)> on_listening);
  void stop();

private:
  bool try_to_listen();
  void wait_for_authority();

  boost::asio::io_context& io_;
  description_file description_;
  std::uint16_t port_;
  inbox& inbox_;
  receiver_place& place_;
  boost::asio::steady_timer next_look_;
  std::function<void(const std::string&)> on_listening_;
  std::unique_ptr<local_receiver> receiver_;
};

} // namespace paylink::sandbox
