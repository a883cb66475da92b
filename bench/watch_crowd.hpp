#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace paylink::load {

/// People who look at a Workspace: what they keep open is the stream of its hints. A thread of its own reads them.
class watch_crowd {
public:
  /// Opens `count` streams, a few for each cookie, and returns when each has said hello. Throws std::runtime_error.
  watch_crowd(std::uint16_t port, const std::string& workspace, const std::vector<std::string>& cookies, int count);
  ~watch_crowd();
  watch_crowd(const watch_crowd&) = delete;
  watch_crowd& operator=(const watch_crowd&) = delete;

  /// The hints that have come, on all streams.
  std::size_t hints() const { return hints_; }
  /// The streams that have ended.
  std::size_t ended() const { return ended_; }

private:
  void open(std::uint16_t port, const std::string& workspace, const std::string& cookie);
  void read_on();
  void read(int socket);

  int epoll_;
  std::vector<int> sockets_;
  std::atomic<bool> is_over_ = false;
  std::atomic<std::size_t> hints_ = 0, ended_ = 0;
  std::thread reader_;
};

} // namespace paylink::load
