#pragma once
#include "http/tools/local_receiver.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <thread>

namespace paylink::test {

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

  /// The secrets of webhooks that lead here, by their ids: a delivery that is not signed with its own is an error.
  void know_webhooks(const std::map<std::string, std::string>& secrets);
  /// From now on this share of the answers is lost.
  void lose(double share);

  std::string url() const { return "https://127.0.0.1:" + std::to_string(receiver_->port()) + "/callback"; }
  std::string webhook_url() const { return "https://127.0.0.1:" + std::to_string(receiver_->port()) + "/webhook"; }
  /// Arrivals by event id, each in order.
  std::map<std::string, std::vector<arrival>> arrivals() const;
  std::size_t acknowledged_events() const;
  /// Transactions that webhooks were told of and acknowledged, each once for each webhook.
  std::size_t acknowledged_deliveries() const;
  /// Requests, repeated ones too.
  std::size_t heard() const { return heard_; }

private:
  receiver_conduct hear(const http_request& request);
  void hear_webhook(const http_request& request, std::string_view id, bool answered);

  boost::asio::io_context io_{1};
  double lose_;
  std::mt19937 chance_;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<arrival>> arrivals_;
  std::map<std::string, std::string, std::less<>> webhook_secrets_;
  std::map<std::string, bool> reported_; ///< By webhook and body: whether it was acknowledged.
  std::atomic<std::size_t> heard_{0};
  std::unique_ptr<local_receiver> receiver_;
  std::thread thread_;
};

} // namespace paylink::test
