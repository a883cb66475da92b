#include "tests/persistence/commit_cutter.hpp"

#include "tests/support/scratch_folder.hpp"

#include <array>
#include <cstring>
#include <list>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace paylink::test {
namespace {

constexpr std::string_view socket_name = ".s.PGSQL.5432";
constexpr int look_up_ms = 50; // how soon the end of the test is noticed

sockaddr_un address_of(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof(address.sun_path) - 1);
  return address;
}

bool write_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace

commit_cutter::commit_cutter(const std::string& server_url) {
  folder_ = make_scratch_folder("paylink-cut-");
  const auto host = server_url.find("host=") + 5;
  const auto server_folder = server_url.substr(host, server_url.find('&', host) - host);
  server_socket_ = std::filesystem::path{server_folder} / socket_name;
  url_ = std::string{server_url}.replace(host, server_folder.size(), folder_.string());

  listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const auto address = address_of(folder_ / socket_name);
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(listener_, 8) != 0)
    throw std::runtime_error{"the proxy does not listen"};
  server_ = std::thread{[this] { serve(); }};
}

commit_cutter::~commit_cutter() {
  is_stopping_ = true;
  server_.join();
  ::close(listener_);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void commit_cutter::serve() {
  std::list<std::thread> carriers;
  while (!is_stopping_) {
    pollfd waiting{listener_, POLLIN, 0};
    if (::poll(&waiting, 1, look_up_ms) != 1) continue;
    const int client = ::accept(listener_, nullptr, nullptr);
    const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const auto address = address_of(server_socket_);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) is_stopping_ = true;
    carriers.emplace_back([this, client, server] { carry(client, server); });
  }
  for (auto& carrier : carriers) carrier.join();
}

void commit_cutter::carry(int client, int server) {
  bool cut_at_answer = false;
  while (!is_stopping_ && carry_once(client, server, cut_at_answer)) {
  }
  ::close(client);
  if (server >= 0) ::close(server);
}

bool commit_cutter::leave(int& server) {
  ::close(std::exchange(server, -1));
  if (on_cut) on_cut();
  return false;
}

// Carries what is there in either direction; false when the connection ends.
bool commit_cutter::carry_once(int client, int& server, bool& cut_at_answer) {
  std::array<pollfd, 2> ends{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
  if (::poll(ends.data(), ends.size(), look_up_ms) <= 0) return true;
  std::array<char, 65536> buffer;
  for (const auto& end : ends) {
    if (end.revents == 0) continue;
    const auto count = ::recv(end.fd, buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    const std::string_view bytes{buffer.data(), static_cast<std::size_t>(count)};
    const bool is_commit = end.fd == client && bytes.find("COMMIT") != std::string_view::npos;
    if (is_commit && armed_ != cut::never) {
      cut_at_answer = armed_.exchange(cut::never) == cut::after_commit;
      has_cut_ = true;
      if (!cut_at_answer) return leave(server);
    } else if (end.fd == server && cut_at_answer) {
      return leave(server); // the server has committed and says so; nobody hears it
    }
    if (!write_all(end.fd == client ? server : client, bytes)) return false;
  }
  return true;
}

} // namespace paylink::test
