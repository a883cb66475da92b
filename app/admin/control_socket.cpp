#include "app/admin/control_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace paylink {

namespace {

constexpr std::size_t request_bytes_max = 64 * 1024;
/// Of the findings of a check, each of which has a bound.
constexpr std::size_t answer_bytes_max = 16 * 1024 * 1024;
/// How long one side waits for the other's next bytes.
constexpr timeval patience{.tv_sec = 10, .tv_usec = 0};

sockaddr_un address_of(const std::filesystem::path& at) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto text = at.string();
  if (text.size() >= sizeof address.sun_path)
    throw std::runtime_error{text + ": the path is too long for a socket; choose a shorter --data"};
  std::memcpy(address.sun_path, text.c_str(), text.size());
  return address;
}

const sockaddr* generic(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

void be_patient(int connection) {
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

std::string read_line(int connection, std::size_t bytes_max) {
  std::string line;
  std::array<char, 4096> chunk;
  while (line.size() < bytes_max) {
    const auto got = ::recv(connection, chunk.data(), chunk.size(), 0);
    if (got <= 0) break;
    line.append(chunk.data(), static_cast<std::size_t>(got));
    if (line.back() == '\n') {
      line.pop_back();
      break;
    }
  }
  return line;
}

void write_line(int connection, std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const auto sent = ::send(connection, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool has_hung_up(int connection) {
  pollfd watched{connection, POLLRDHUP, 0};
  return ::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

} // namespace

control_socket::control_socket(const std::filesystem::path& at, std::function<std::string(const std::string&)> answer,
                               lengthy_requests lengthy)
    : path_{at}, answer_{std::move(answer)}, lengthy_{std::move(lengthy)} {
  const auto address = address_of(at);
  std::filesystem::remove(at); // left by a killed process: the folder's lock has shown that no other one runs
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto mask = ::umask(0177);
  const bool bound =
      listener_ >= 0 && ::bind(listener_, generic(address), sizeof address) == 0 && ::listen(listener_, 8) == 0;
  ::umask(mask);
  if (!bound || ::pipe(wake_) != 0)
    throw std::runtime_error{at.string() +
                             ": the control socket cannot be created: " + std::generic_category().message(errno)};
  thread_ = std::thread{[this] { serve(); }};
}

control_socket::~control_socket() {
  ::close(wake_[1]);
  is_ending_ = true;
  thread_.join();
  if (lengthy_thread_.joinable()) lengthy_thread_.join();
  ::close(wake_[0]);
  ::close(listener_);
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void control_socket::serve() {
  for (;;) {
    std::array<pollfd, 2> watched{pollfd{listener_, POLLIN, 0}, pollfd{wake_[0], POLLIN, 0}};
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
    if (watched[1].revents != 0) return;
    if ((watched[0].revents & POLLIN) == 0) continue;
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection >= 0) serve_one(connection);
  }
}

void control_socket::serve_one(int connection) {
  be_patient(connection);
  auto request = read_line(connection, request_bytes_max);
  if (!request.empty() && lengthy_.is_one(request)) return serve_lengthy(connection, std::move(request));
  if (!request.empty()) write_line(connection, answer_(request));
  ::close(connection);
}

void control_socket::serve_lengthy(int connection, std::string request) {
  if (is_lengthy_running_.exchange(true)) {
    write_line(connection, lengthy_.answer_if_busy);
    ::close(connection);
    return;
  }
  if (lengthy_thread_.joinable()) lengthy_thread_.join();
  lengthy_thread_ = std::thread{[this, connection, asked = std::move(request)] {
    const auto answer = lengthy_.answer(asked, [&] { return is_ending_ || has_hung_up(connection); });
    is_lengthy_running_ = false; // before the answer: its client may ask again at once
    write_line(connection, answer);
    ::close(connection);
  }};
}

std::optional<std::string> ask_daemon(const std::filesystem::path& at, const std::string& request) {
  const auto address = address_of(at);
  const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) return std::nullopt;
  std::optional<std::string> answer;
  if (::connect(connection, generic(address), sizeof address) == 0) {
    // No time limit: copying a large database takes long, and a daemon that dies closes the connection.
    write_line(connection, request);
    answer = read_line(connection, answer_bytes_max);
    if (answer->empty()) answer.reset();
  }
  ::close(connection);
  return answer;
}

} // namespace paylink
