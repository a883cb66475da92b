#include "bench/slow_crowd.hpp"

#include "bench/interruption.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <thread>
#include <utility>

namespace paylink::load {

namespace {

using std::chrono::steady_clock;

/// Who dribbles does it so often: a header byte by byte, a body just fast enough to be let have its whole time.
constexpr std::chrono::milliseconds drip{1'000};
constexpr std::size_t body_drip_bytes = 1'536;
/// Requests of one that never reads; their answers do not fit the kernel's buffers.
constexpr int pipelined = 64;

sockaddr_in loopback(std::uint32_t last_byte, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl((127U << 24U) + last_byte);
  return address;
}

} // namespace

struct slow_crowd::client {
  int socket = -1;
  slowness how = slowness::dribbles_header;
  moment connected, dripped;
};

slow_crowd::slow_crowd(order wanted) : order_{std::move(wanted)} {}

slow_crowd::~slow_crowd() {
  for (const auto& slow : clients_)
    if (slow.socket >= 0) ::close(slow.socket);
}

void slow_crowd::connect(slowness how) {
  client slow;
  slow.how = how;
  slow.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1, tiny = 2048;
  ::setsockopt(slow.socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  ::setsockopt(slow.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (how == slowness::never_reads) ::setsockopt(slow.socket, SOL_SOCKET, SO_RCVBUF, &tiny, sizeof tiny);
  const auto from =
      loopback(2 + static_cast<std::uint32_t>(clients_.size() % static_cast<std::size_t>(order_.addresses)), 0);
  const auto to = loopback(1, order_.port);
  if (slow.socket < 0 || ::bind(slow.socket, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
      ::connect(slow.socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
    throw std::runtime_error{"a slow client cannot connect: " + std::to_string(errno)};
  std::string start = "GET /l/";
  if (how == slowness::dribbles_body) start = order_.dribbled + std::string(2 * body_drip_bytes, 'a');
  if (how == slowness::never_reads) {
    start.clear();
    for (int i = 0; i < pipelined; ++i) start += order_.request;
  }
  // What does not fit is not sent: it is enough for more than one answer.
  [[maybe_unused]] const auto sent = ::send(slow.socket, start.data(), start.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  slow.connected = slow.dripped = steady_clock::now();
  clients_.push_back(slow);
  ++open_;
}

void slow_crowd::run(std::chrono::seconds limit) {
  constexpr std::array kinds{slowness::dribbles_header, slowness::dribbles_body, slowness::never_reads};
  for (int i = 0; i < order_.clients; ++i) {
    connect(kinds[static_cast<std::size_t>(i) % kinds.size()]);
    if (i % 20 == 19) std::this_thread::sleep_for(std::chrono::milliseconds{5}); // no flood: they are slow
  }
  const auto end = steady_clock::now() + limit;
  while (open_ > 0 && steady_clock::now() < end) {
    stop_if_interrupted();
    for (auto& slow : clients_)
      if (slow.socket >= 0) take(slow);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
}

void slow_crowd::take(client& slow) {
  if (slow.how != slowness::never_reads) dribble(slow);
  if (!is_cut(slow)) return;
  cuts_.push_back({slow.how, std::chrono::duration<double>{steady_clock::now() - slow.connected}.count()});
  ::close(std::exchange(slow.socket, -1));
  --open_;
}

void slow_crowd::dribble(client& slow) {
  const auto now = steady_clock::now();
  if (now - slow.dripped < drip) return;
  slow.dripped = now;
  static const std::string letters(body_drip_bytes, 'a');
  const auto bytes = slow.how == slowness::dribbles_body ? letters.size() : 1;
  ::send(slow.socket, letters.data(), bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Who never reads cannot look for the end in what has come: the state of the connection tells it.
bool slow_crowd::is_cut(client& slow) {
  if (slow.how == slowness::never_reads) {
    tcp_info state{};
    socklen_t size = sizeof state;
    ::getsockopt(slow.socket, IPPROTO_TCP, TCP_INFO, &state, &size);
    return state.tcpi_state != TCP_ESTABLISHED;
  }
  std::array<char, 1024> refusal;
  const auto received = ::recv(slow.socket, refusal.data(), refusal.size(), MSG_DONTWAIT);
  if (received < 0) return errno != EAGAIN && errno != EINTR;
  if (received > 0) return false;
  return true;
}

} // namespace paylink::load
