#include "bench/page_crowd.hpp"

#include "bench/interruption.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
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

/// So many may be on their way to their first status at a time; the server's queue for new connections holds more.
constexpr std::size_t opening_max = 256;
constexpr std::chrono::seconds patience{30};

std::string event_of(const std::string& status) { return "\"status\":\"" + status + "\""; }

sockaddr_in loopback(std::uint32_t last_byte, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl((127U << 24U) + last_byte);
  return address;
}

} // namespace

struct page_crowd::page {
  int socket = -1;
  std::string public_id;
  std::string recent; ///< What was read last; an event may come in pieces.
  moment heard;
};

page_crowd::page_crowd(std::uint16_t port, int addresses, double rate)
    : port_{port}, addresses_{addresses}, rate_{rate}, epoll_{::epoll_create1(EPOLL_CLOEXEC)} {}

page_crowd::~page_crowd() {
  for (auto& each : pages_) end(each);
  ::close(epoll_);
}

void page_crowd::connect(const std::string& public_id) {
  page opened;
  opened.public_id = public_id;
  opened.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (opened.socket < 0) throw std::runtime_error{"no socket is left"};
  // The port is chosen when it connects: so each address has all ports for itself.
  const int on = 1;
  ::setsockopt(opened.socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  const auto from = loopback(2 + static_cast<std::uint32_t>(connected_++ % static_cast<std::size_t>(addresses_)), 0);
  const auto to = loopback(1, port_);
  if (::bind(opened.socket, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
      ::connect(opened.socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
    throw std::runtime_error{"a page cannot be opened: " + std::to_string(errno)};
  const auto request =
      "GET /l/" + public_id + "?events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n";
  if (::send(opened.socket, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
    throw std::runtime_error{"a page cannot be asked for"};
  epoll_event wanted{EPOLLIN, {.u64 = pages_.size()}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, opened.socket, &wanted);
  pages_.push_back(std::move(opened));
  ++open_;
}

void page_crowd::open(const std::string& public_id, int count) {
  const auto started = steady_clock::now();
  const auto first = pages_.size();
  std::size_t shown = first;
  const auto pending = event_of("pending");
  for (int opened = 0; opened < count || shown < pages_.size();) {
    const auto elapsed = std::chrono::duration<double>{steady_clock::now() - started}.count();
    if (elapsed > count / rate_ + std::chrono::duration<double>{patience}.count())
      throw std::runtime_error{"pages do not open: " + pages_[shown].recent};
    if (opened < count && opened < elapsed * rate_ && pages_.size() - shown < opening_max) {
      connect(public_id);
      ++opened;
      continue;
    }
    turn(std::chrono::milliseconds{1});
    while (shown < pages_.size() && pages_[shown].recent.find(pending) != std::string::npos) ++shown;
    if (ended_ > 0) throw std::runtime_error{"a page has ended while it opened"};
  }
}

std::vector<page_crowd::moment> page_crowd::wait_for(const std::string& public_id, const std::string& status) {
  const auto event = event_of(status);
  const auto limit = steady_clock::now() + patience;
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i].socket >= 0 && pages_[i].public_id == public_id) missing.push_back(i);
  std::vector<moment> heard;
  while (!missing.empty()) {
    std::erase_if(missing, [&](std::size_t i) {
      if (pages_[i].recent.find(event) == std::string::npos) return false;
      heard.push_back(pages_[i].heard);
      return true;
    });
    if (missing.empty()) break;
    if (steady_clock::now() > limit)
      throw std::runtime_error{std::to_string(missing.size()) + " pages never show " + status};
    turn(std::chrono::milliseconds{10});
    // Looking once in a while takes what has gathered; who waits for each event makes the sender wake it each time.
    std::this_thread::sleep_for(std::chrono::microseconds{500});
  }
  return heard;
}

bool page_crowd::stay_open(std::chrono::milliseconds time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) turn(std::chrono::milliseconds{50});
  return ended_ == 0;
}

void page_crowd::close(const std::string& public_id) {
  for (auto& each : pages_)
    if (each.public_id == public_id) end(each);
}

void page_crowd::turn(std::chrono::milliseconds wait) {
  stop_if_interrupted();
  std::array<epoll_event, 512> ready;
  const int count = ::epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), static_cast<int>(wait.count()));
  for (int i = 0; i < count; ++i) read(pages_[ready[static_cast<std::size_t>(i)].data.u64]);
}

void page_crowd::read(page& reading) {
  constexpr std::size_t recent_max = 1024;
  std::array<char, 4096> bytes;
  const auto received = ::recv(reading.socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (received <= 0) {
    ++ended_;
    return end(reading);
  }
  reading.heard = steady_clock::now();
  reading.recent.append(bytes.data(), static_cast<std::size_t>(received));
  if (reading.recent.size() > recent_max) reading.recent.erase(0, reading.recent.size() - recent_max);
}

void page_crowd::end(page& ended) {
  if (ended.socket < 0) return;
  ::close(std::exchange(ended.socket, -1));
  --open_;
}

} // namespace paylink::load
