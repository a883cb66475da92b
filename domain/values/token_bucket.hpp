#pragma once
#include <chrono>
#include <cmath>
#include <cstdint>

namespace paylink {

/// A limit of calls: a burst, and a rate per second after that.
struct bucket_rate {
  double per_second = 0; ///< 0: no limit.
  int burst = 0;
};

/// What a caller has left after a call.
struct bucket_level {
  bool is_allowed = true;
  int remaining = 0;                  ///< Calls that would be accepted now.
  std::chrono::seconds until_more{0}; ///< Rounded up; 0 if the bucket is full.
};

/// One caller's bucket. Time is monotonic and passed in; tokens are counted in millionths, so that rounding loses
/// nothing.
class token_bucket {
public:
  token_bucket(const bucket_rate& rate, std::chrono::milliseconds now) : level_{whole(rate.burst)}, seen_at_{now} {}

  /// Takes one token, if there is one.
  bucket_level take(const bucket_rate& rate, std::chrono::milliseconds now) {
    refill(rate, now);
    const bool is_allowed = level_ >= whole(1);
    if (is_allowed) level_ -= whole(1);
    const auto remaining = level_ / whole(1);
    const auto missing = level_ >= whole(rate.burst) ? 0 : whole(remaining + 1) - level_;
    const auto seconds = std::ceil(static_cast<double>(missing) / (rate.per_second * static_cast<double>(whole(1))));
    return {is_allowed, static_cast<int>(remaining), std::chrono::seconds{static_cast<std::int64_t>(seconds)}};
  }

  /// Whether it has been unused for so long that a new one is equal.
  bool is_full(const bucket_rate& rate, std::chrono::milliseconds now) const {
    auto later = *this;
    later.refill(rate, now);
    return later.level_ >= whole(rate.burst);
  }

private:
  static constexpr std::int64_t whole(std::int64_t tokens) { return tokens * 1'000'000; }

  void refill(const bucket_rate& rate, std::chrono::milliseconds now) {
    if (now <= seen_at_) return;
    const auto gained = static_cast<double>((now - seen_at_).count()) * rate.per_second * 1'000;
    level_ = gained < static_cast<double>(whole(rate.burst) - level_) ? level_ + static_cast<std::int64_t>(gained)
                                                                      : whole(rate.burst);
    seen_at_ = now;
  }

  std::int64_t level_; ///< Millionths of a token.
  std::chrono::milliseconds seen_at_;
};

} // namespace paylink
