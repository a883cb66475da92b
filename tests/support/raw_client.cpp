#include "tests/support/raw_client.hpp"

#include "domain/values/ascii.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

namespace paylink {

std::string_view raw_answer::header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers)
    if (name == lower_case_name) return value;
  return {};
}

raw_client::raw_client(std::uint16_t port, std::chrono::milliseconds deadline)
    : deadline_{std::chrono::steady_clock::now() + deadline} {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    close();
    throw std::runtime_error("cannot connect to port " + std::to_string(port));
  }
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

raw_client::~raw_client() { close(); }

raw_client::raw_client(raw_client&& other) noexcept
    : socket_{std::exchange(other.socket_, -1)}, deadline_{other.deadline_}, unread_{std::move(other.unread_)} {}

void raw_client::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void raw_client::finish_sending() { ::shutdown(socket_, SHUT_WR); }

void raw_client::shrink_receive_buffer() {
  const int bytes = 4096;
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

void raw_client::wait_for(short events) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now()).count();
  pollfd wanted{socket_, events, 0};
  if (left <= 0 || ::poll(&wanted, 1, static_cast<int>(left)) <= 0)
    throw std::runtime_error("the server did nothing until the deadline; read so far: " + unread_.substr(0, 200));
}

bool raw_client::has_data(std::chrono::milliseconds within) {
  if (!unread_.empty()) return true;
  pollfd wanted{socket_, POLLIN, 0};
  return ::poll(&wanted, 1, static_cast<int>(within.count())) > 0;
}

bool raw_client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    wait_for(POLLOUT);
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool raw_client::receive() {
  wait_for(POLLIN);
  std::array<char, 16 * 1024> bytes;
  const auto received = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (received <= 0) return false;
  unread_.append(bytes.data(), static_cast<std::size_t>(received));
  return true;
}

std::string raw_client::read_until(std::string_view marker) {
  for (;;) {
    const auto found = unread_.find(marker);
    if (found != unread_.npos) return read(found + marker.size());
    if (!receive()) throw std::runtime_error("the connection ended; read so far: " + unread_.substr(0, 200));
  }
}

std::string raw_client::read(std::size_t size) {
  while (unread_.size() < size)
    if (!receive()) throw std::runtime_error("the connection ended; read so far: " + unread_.substr(0, 200));
  auto text = unread_.substr(0, size);
  unread_.erase(0, size);
  return text;
}

std::string raw_client::read_to_end() {
  while (receive()) {
  }
  return std::exchange(unread_, {});
}

raw_answer raw_client::read_head() {
  raw_answer answer;
  answer.head = read_until("\r\n\r\n");
  if (!answer.head.starts_with("HTTP/1.1 ")) throw std::runtime_error("not an answer: " + answer.head.substr(0, 200));
  answer.status = static_cast<unsigned>(std::stoul(answer.head.substr(9, 3)));
  for (auto at = answer.head.find("\r\n") + 2; at < answer.head.size() - 2;) {
    const auto end = answer.head.find("\r\n", at), colon = answer.head.find(": ", at);
    auto name = ascii_lowered(answer.head.substr(at, colon - at));
    answer.headers.emplace_back(std::move(name), answer.head.substr(colon + 2, end - colon - 2));
    at = end + 2;
  }
  return answer;
}

raw_answer raw_client::read_answer(bool is_for_head) {
  auto answer = read_head();
  if (is_for_head || answer.status < 200 || answer.status == 204 || answer.status == 304) return answer;
  if (answer.header("transfer-encoding") == "chunked") {
    for (;;) {
      const auto size = std::stoul(read_until("\r\n"), nullptr, 16);
      const auto chunk = read(size + 2);
      if (size == 0) return answer;
      answer.body.append(chunk, 0, size);
    }
  }
  answer.body = read(std::stoul(std::string{answer.header("content-length")}));
  return answer;
}

raw_answer raw_client::ask(std::string_view bytes, bool is_for_head) {
  send(bytes);
  return read_answer(is_for_head);
}

} // namespace paylink
