#pragma once
#include "http/tools/api_client.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace paylink::test {

/// What a bank remembers of a payment that the service has acknowledged.
struct acknowledgement {
  std::string reference;      ///< Of the link that was paid.
  std::string bank_reference; ///< Under which the bank told of it.
  std::chrono::steady_clock::time_point at;
};

/// A bank that tells of one payment for each reference, so many a second, and of each again and again until it is
/// acknowledged.
class persistent_bank {
public:
  struct terms {
    std::string base_url;
    std::string feed_secret;
    std::string account_number;
    std::int64_t amount = 0;
    int credits_a_second = 0;
  };
  persistent_bank(terms agreed, std::vector<std::string> references);
  /// Tells of nothing any more, also of what was not acknowledged.
  ~persistent_bank();

  /// Begins no further payment, and returns when those that were begun are acknowledged.
  void finish();

  /// What was acknowledged until now, in this order.
  std::vector<acknowledgement> acknowledged() const;
  /// Answers of 503 with `Retry-After`, and those that should not have been given: each was followed by another try.
  std::size_t refusals() const { return refusals_; }
  std::vector<std::string> wrong_answers() const;

private:
  void work();
  /// False when the bank gave up.
  bool pay(std::size_t position);
  void count(const api_answer& refusal);

  terms agreed_;
  std::vector<std::string> references_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::size_t> next_{0}, refusals_{0};
  std::atomic<bool> is_ending_{false}, has_given_up_{false};
  mutable std::mutex mutex_;
  std::vector<acknowledgement> acknowledged_;
  std::vector<std::string> wrong_answers_;
  std::vector<std::thread> threads_;
};

} // namespace paylink::test
