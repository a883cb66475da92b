#pragma once
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <thread>

namespace paylink::load {

/// How long after their time links were noted as expired, all of which expire at one moment.
struct expiry_lag {
  double p99_ms = 0; ///< When at most a hundredth of them was left.
  double all_ms = 0;
};

/// Watches a store past its service until the last link that expires at `due` is noted. PostgreSQL or SQLite.
class expiry_watch {
public:
  expiry_watch(std::string database, int links, timestamp due);
  /// Waits for the end; none when it did not come in time.
  std::optional<expiry_lag> wait();

private:
  void watch(const std::stop_token& ended, const std::string& database, int links, timestamp due);

  std::optional<expiry_lag> found_;
  std::jthread thread_;
};

} // namespace paylink::load
