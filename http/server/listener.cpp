#include "http/server/listener.hpp"
#include "http/server/client_connection.hpp"
#include "http/sockets/listen_address.hpp"
#include "logging/log.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <stdexcept>

namespace paylink {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr int backlog = 1024;
constexpr int unsent_bytes_max = 128 * 1024;
/// Linux doubles it for its own records. Enough for 10 Mbit/s over 100 ms (125 KB are under way then), and little
/// enough that an answer counts as sent only when nearly all of it has arrived: left to itself, the kernel would take
/// up to 4 MiB of it (`tcp_wmem`) while its client is slow to confirm, and these count nowhere. A faster client far
/// away gets fewer bytes a second, of pages of 1 MiB at most. Events are a few hundred bytes each, and a stream that
/// falls behind ends by its own rule.
constexpr int kernel_bytes_max = 128 * 1024;

/// An IPv4 client of an IPv6 socket is an IPv4 client.
std::string text_of(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  return address.to_string();
}

} // namespace

listener::listener(asio::io_context& io, const std::string& address, std::shared_ptr<server_state> server,
                   std::unique_ptr<asio::ssl::context> tls)
    : acceptor_{io}, server_{std::move(server)}, tls_{std::move(tls)} {
  const auto wanted = parse_listen_address(address);
  try {
    acceptor_.open(wanted.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address{true});
    limit_kernel_bytes();
    acceptor_.bind(wanted);
    acceptor_.listen(backlog);
    endpoint_ = acceptor_.local_endpoint();
  } catch (const boost::system::system_error& problem) {
    throw std::runtime_error("cannot listen on " + address + ": " + problem.code().message());
  }
}

// Before listening, so that accepted sockets inherit both, and the kernel does not enlarge their buffers.
void listener::limit_kernel_bytes() {
  error_code ignored;
  acceptor_.set_option(asio::socket_base::send_buffer_size{kernel_bytes_max}, ignored);
  ::setsockopt(acceptor_.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_bytes_max, sizeof unsent_bytes_max);
}

void listener::accept() {
  if (is_accepting_ || is_stopped_ || server_->is_full()) return;
  is_accepting_ = true;
  acceptor_.async_accept([self = shared_from_this()](const error_code& ec, tcp::socket socket) {
    self->is_accepting_ = false;
    if (self->is_stopped_) return;
    if (!ec) self->admit(std::move(socket));
    // Out of descriptors or memory: retrying at once would spin, so the next tick retries.
    const bool has_run_out = ec == error_code{EMFILE, boost::system::system_category()} ||
                             ec == error_code{ENFILE, boost::system::system_category()} ||
                             ec == asio::error::no_buffer_space || ec == asio::error::no_memory;
    if (has_run_out)
      log::error("http.accept_failed", {{"reason", ec.message()}});
    else
      self->accept();
  });
}

void listener::admit(tcp::socket socket) {
  error_code ec;
  const auto peer = socket.remote_endpoint(ec);
  if (ec) return; // it has left again
  auto address = text_of(peer.address());
  if (!server_->admit(address)) {
    ++server_->connections_refused;
    return;
  }
  ++server_->connections_accepted;
  socket.set_option(tcp::no_delay{true}, ec);
  std::make_shared<client_connection>(server_, std::move(socket), std::move(address), tls_.get())->start();
}

void listener::use(std::unique_ptr<asio::ssl::context> tls) { tls_ = std::move(tls); }

void listener::stop() {
  is_stopped_ = true;
  error_code ignored;
  acceptor_.close(ignored);
}

} // namespace paylink
