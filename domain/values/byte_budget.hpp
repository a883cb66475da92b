#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace paylink {

/// Bytes that may be written in a minute. A write that begins while something is left is taken whatever its size; what
/// it took too much is waited for before the next. Time is monotonic and passed in.
class byte_budget {
public:
  byte_budget(std::int64_t per_minute, std::chrono::milliseconds now)
      : left_{static_cast<double>(per_minute)}, seen_at_{now} {}

  /// How long until a write may begin, rounded up; 0: now.
  std::chrono::seconds until_next(std::int64_t per_minute, std::chrono::milliseconds now) {
    refill(per_minute, now);
    if (left_ > 0) return std::chrono::seconds{0};
    const auto seconds = std::ceil((1 - left_) * 60 / static_cast<double>(per_minute));
    return std::chrono::seconds{std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds))};
  }
  void take(std::int64_t bytes, std::int64_t per_minute, std::chrono::milliseconds now) {
    refill(per_minute, now);
    left_ -= static_cast<double>(bytes);
  }
  /// Whether a new one is equal.
  bool is_full(std::int64_t per_minute, std::chrono::milliseconds now) {
    refill(per_minute, now);
    return left_ >= static_cast<double>(per_minute);
  }

private:
  void refill(std::int64_t per_minute, std::chrono::milliseconds now) {
    if (now <= seen_at_) return;
    const auto whole = static_cast<double>(per_minute);
    left_ = std::min(whole, left_ + whole * static_cast<double>((now - seen_at_).count()) / 60'000);
    seen_at_ = now;
  }

  double left_;
  std::chrono::milliseconds seen_at_;
};

} // namespace paylink
