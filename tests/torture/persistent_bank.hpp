#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace paylink::testing {

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
  ~persistent_bank();

  /// Begins no further payment, and returns when those that were begun are acknowledged.
  void finish();

  /// References whose credit was acknowledged; after `finish`.
  const std::vector<std::string>& acknowledged() const { return acknowledged_; }
  /// Answers of 503 with `Retry-After`, and those that should not have been given: each was followed by another try.
  std::size_t refusals() const { return refusals_; }
  std::size_t wrong_answers() const { return wrong_answers_; }

private:
  void work();
  void pay(std::size_t position);

  terms agreed_;
  std::vector<std::string> references_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::size_t> next_{0}, refusals_{0}, wrong_answers_{0};
  std::atomic<bool> is_ending_{false};
  std::mutex mutex_;
  std::vector<std::string> acknowledged_;
  std::vector<std::thread> threads_;
};

} // namespace paylink::testing
