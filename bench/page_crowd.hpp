#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace paylink::load {

/// Browsers with an open payer page each: what they keep open is the stream of the page's status. One thread turns them
/// all, while it is inside of a call here.
class page_crowd {
public:
  using moment = std::chrono::steady_clock::time_point;

  /// The pages come from 127.0.0.2, .3 and so on, so that no address has too many, and `rate` a second at most.
  page_crowd(std::uint16_t port, int addresses, double rate);
  ~page_crowd();
  page_crowd(const page_crowd&) = delete;
  page_crowd& operator=(const page_crowd&) = delete;

  /// Opens pages of a link, and returns when each of them has shown that the link is pending.
  void open(const std::string& public_id, int count);

  /// Waits until every page of the link has shown this status; when each did.
  std::vector<moment> wait_for(const std::string& public_id, const std::string& status);

  /// Reads on for so long; true when no page has ended meanwhile.
  bool stay_open(std::chrono::milliseconds time);

  void close(const std::string& public_id);
  std::size_t size() const { return open_; }

private:
  struct page;

  void connect(const std::string& public_id);
  void turn(std::chrono::milliseconds wait);
  void read(page& reading);
  void end(page& ended);

  std::uint16_t port_;
  int addresses_;
  double rate_;
  int epoll_;
  std::vector<page> pages_;
  std::size_t open_ = 0, ended_ = 0, connected_ = 0;
};

} // namespace paylink::load
