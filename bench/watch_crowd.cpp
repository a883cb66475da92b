#include "bench/watch_crowd.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace paylink::load {

namespace {

constexpr int patience_ms = 30'000;

std::size_t count_of(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// Reads the head and the first event, which come together.
void expect_hello(int socket) {
  std::string said;
  std::array<char, 4096> bytes;
  while (said.find("event: hello") == said.npos) {
    pollfd wanted{socket, POLLIN, 0};
    const auto got = ::poll(&wanted, 1, patience_ms) == 1 ? ::recv(socket, bytes.data(), bytes.size(), 0) : 0;
    if (got <= 0) throw std::runtime_error{"a stream does not begin: " + said};
    said.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

} // namespace

watch_crowd::watch_crowd(std::uint16_t port, const std::string& workspace, const std::vector<std::string>& cookies,
                         int count)
    : epoll_{::epoll_create1(EPOLL_CLOEXEC)} {
  if (cookies.empty()) throw std::runtime_error{"nobody is signed in"};
  for (int opened = 0; opened < count; ++opened)
    open(port, workspace, cookies[static_cast<std::size_t>(opened) % cookies.size()]);
  reader_ = std::thread{[this] { read_on(); }};
}

watch_crowd::~watch_crowd() {
  is_over_ = true;
  if (reader_.joinable()) reader_.join();
  for (const auto socket : sockets_) ::close(socket);
  ::close(epoll_);
}

void watch_crowd::open(std::uint16_t port, const std::string& workspace, const std::string& cookie) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) throw std::runtime_error{"no socket is left"};
  sockets_.push_back(socket);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto request = "GET /v1.1/changes/" + workspace +
                       " HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: paylink_session=" + cookie + "\r\n\r\n";
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 ||
      ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
    throw std::runtime_error{"a stream cannot be asked for"};
  expect_hello(socket);
  epoll_event wanted{EPOLLIN, {.fd = socket}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &wanted);
}

void watch_crowd::read_on() {
  std::array<epoll_event, 256> ready;
  while (!is_over_) {
    const int count = ::epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), 50);
    for (int i = 0; i < count; ++i) read(ready[static_cast<std::size_t>(i)].data.fd);
  }
}

// An event is short, and is sent whole.
void watch_crowd::read(int socket) {
  std::array<char, 4096> bytes;
  const auto got = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0) return;
  if (got == 0) {
    ++ended_;
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, socket, nullptr);
    return;
  }
  hints_ += count_of("\"kind\":", {bytes.data(), static_cast<std::size_t>(got)});
}

} // namespace paylink::load
