#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace paylink::load {

/// Strangers who send half of what they announce to a bank's feed, and keep the connection: every other one to a bank
/// that there is, with headers that look signed, the others to one that there is not.
class half_senders {
public:
  struct order {
    std::uint16_t port = 0;
    int connections = 400;
    std::size_t announced_bytes = 1'000'000, sent_bytes = 900'000;
  };
  /// Connects them and sends what the service takes, each for a moment only.
  explicit half_senders(order wanted);
  ~half_senders();
  half_senders(const half_senders&) = delete;
  half_senders& operator=(const half_senders&) = delete;

  /// How many of them are still connected.
  std::size_t left() const;

private:
  void connect(int number);

  order order_;
  std::vector<int> sockets_;
};

} // namespace paylink::load
