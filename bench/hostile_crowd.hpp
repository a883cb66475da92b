#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace paylink::load {

enum class hostility { hangs, dribbles, never_ends };

/// How many receivers misbehave, and in which way.
struct hostile_order {
  int hanging = 500, dribbling = 500, endless = 100;
  std::chrono::milliseconds pace{1'000}; ///< Between two bytes of those that dribble.
};

/// Receivers that misbehave, each on an address and a port of its own in 127.1.0.0/16, all turned by one thread. Of
/// those that hang some say nothing, some stop in the header, some behind an interim answer, and some in the TLS
/// handshake; of those that dribble half dribble the header and half the body; those that never end do so in the
/// header, in interim answers or in the body. Only the caller ends a connection.
class hostile_crowd {
public:
  /// Takes the ports.
  explicit hostile_crowd(hostile_order order);
  ~hostile_crowd();

  /// Misbehaves from now on.
  void start();

  std::size_t count() const;
  /// The callback URL of a receiver, by its number from 0.
  std::string url_of(std::size_t receiver) const;

  /// A connection that the caller has ended, and how long it had lasted.
  struct visit {
    hostility how;
    double lasted_s;
  };
  std::vector<visit> visits() const;
  /// Connections that one receiver had at once, at most.
  std::size_t open_peak() const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace paylink::load
