#include "bench/half_senders.hpp"

#include "bench/interruption.hpp"
#include "domain/values/time.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace paylink::load {

namespace {

/// How long all of them together may take to send what they send.
constexpr std::chrono::seconds sending_time{4};

} // namespace

half_senders::half_senders(order wanted) : order_{wanted} {
  for (int i = 0; i < order_.connections; ++i) connect(i);
  const std::string part(64 * 1024, 'x');
  std::vector<std::size_t> sent(sockets_.size());
  const auto end = std::chrono::steady_clock::now() + sending_time;
  while (std::chrono::steady_clock::now() < end) {
    stop_if_interrupted();
    bool is_stuck = true;
    for (std::size_t i = 0; i < sockets_.size(); ++i) {
      const auto rest = std::min(part.size(), order_.sent_bytes - sent[i]);
      const auto taken = rest == 0 ? 0 : ::send(sockets_[i], part.data(), rest, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (taken <= 0) continue;
      sent[i] += static_cast<std::size_t>(taken);
      is_stuck = false;
    }
    if (is_stuck) std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
}

half_senders::~half_senders() {
  for (const auto socket : sockets_) ::close(socket);
}

void half_senders::connect(int number) {
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(order_.port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (made < 0 || ::connect(made, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
    throw std::runtime_error{"a stranger cannot connect: " + std::to_string(errno)};
  sockets_.push_back(made);
  const auto head = "POST /v1.1/bank-feed/" + std::string{number % 2 == 0 ? "MB" : "NOBODY"} +
                    " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Service-Timestamp: " +
                    std::to_string(unix_seconds(system_wall_clock{}.now())) +
                    "\r\nX-Service-Signature: " + std::string(64, 'a') +
                    "\r\nContent-Length: " + std::to_string(order_.announced_bytes) + "\r\n\r\n";
  if (::send(made, head.data(), head.size(), MSG_NOSIGNAL) < 0)
    throw std::runtime_error{"a stranger cannot send: " + std::to_string(errno)};
}

std::size_t half_senders::left() const {
  std::array<char, 4096> answer;
  return static_cast<std::size_t>(std::ranges::count_if(sockets_, [&](int socket) {
    for (;;) {
      const auto received = ::recv(socket, answer.data(), answer.size(), MSG_DONTWAIT);
      if (received == 0) return false;
      if (received < 0) return errno == EAGAIN;
    }
  }));
}

} // namespace paylink::load
