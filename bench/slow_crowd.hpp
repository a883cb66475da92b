#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace paylink::load {

/// How a client is slow.
enum class slowness {
  dribbles_header, ///< Sends a header byte by byte, and never its end.
  dribbles_body,   ///< Sends a whole header that announces a body, and the body slowly.
  never_reads      ///< Asks again and again for the longest answer there is, and reads none of it.
};

/// Clients that hold on to the server for as long as they can. One thread turns them all, inside of `run`.
class slow_crowd {
public:
  struct order {
    std::uint16_t port = 0;
    int clients = 0;      ///< A third of each kind.
    int addresses = 1;    ///< They come from 127.0.0.2, .3 and so on.
    std::string request;  ///< What is asked and not read; complete.
    std::string dribbled; ///< The header that announces a body.
  };
  explicit slow_crowd(order wanted);
  ~slow_crowd();
  slow_crowd(const slow_crowd&) = delete;
  slow_crowd& operator=(const slow_crowd&) = delete;

  /// Connects them all, and goes on until the server has cut every one, or `limit` has passed.
  void run(std::chrono::seconds limit);

  struct cut {
    slowness how;
    double after_s; ///< From the connection to the end that the server made.
  };
  const std::vector<cut>& cuts() const { return cuts_; }
  std::size_t left() const { return open_; }

private:
  struct client;
  using moment = std::chrono::steady_clock::time_point;

  void connect(slowness how);
  void dribble(client& slow);
  void take(client& slow);
  bool is_cut(client& slow);

  order order_;
  std::vector<client> clients_;
  std::vector<cut> cuts_;
  std::size_t open_ = 0;
};

} // namespace paylink::load
