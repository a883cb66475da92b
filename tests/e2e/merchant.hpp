#pragma once
#include "http/tools/local_receiver.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <thread>

namespace paylink::testing {

/// A merchant's TLS receiver on loopback, which remembers everything and loses a share of its answers.
class merchant {
public:
  struct arrival {
    int attempt = 0;
    std::string body, signature, timestamp, agent;
    bool answered = false; ///< False: processed, but the answer was lost.
  };

  merchant(const pem_identity& authority, double lose, unsigned seed);
  ~merchant();

  /// From now on this share of the answers is lost.
  void lose(double share);

  std::string url() const { return "https://127.0.0.1:" + std::to_string(receiver_->port()) + "/callback"; }
  /// Arrivals by event id, each in order.
  std::map<std::string, std::vector<arrival>> arrivals() const;
  std::size_t acknowledged_events() const;
  /// Requests, repeated ones too.
  std::size_t heard() const { return heard_; }

private:
  receiver_conduct hear(const http_request& request);

  boost::asio::io_context io_{1};
  double lose_;
  std::mt19937 chance_;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<arrival>> arrivals_;
  std::atomic<std::size_t> heard_{0};
  std::unique_ptr<local_receiver> receiver_;
  std::thread thread_;
};

} // namespace paylink::testing
