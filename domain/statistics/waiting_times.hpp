#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

namespace paylink {

/// Where the buckets of waiting times begin: at 10, 12 … 82 ms, then at 100, 120 … 820 ms, and so on. The middle of
/// each is within 11 % of every time in it.
inline constexpr std::array<std::int64_t, 13> waiting_steps{10, 12, 14, 17, 20, 24, 28, 33, 40, 48, 57, 68, 82};
/// Below this there is a bucket for each millisecond.
inline constexpr std::int64_t waiting_millis_apart = 10;
/// The last bucket begins here, after more than a day, and has no end.
inline constexpr std::int64_t waiting_millis_max = 100'000'000;

/// The first millisecond of the bucket that a waiting time belongs to. A negative one is none: clocks differ.
std::int64_t waiting_bucket_of(std::chrono::milliseconds waited);

/// How many have waited for how long, by buckets.
class waiting_times {
public:
  void add(std::int64_t bucket, std::int64_t count);
  void add(const waiting_times& others);

  std::int64_t count() const;
  /// About as long as so many percent of them have waited at most; none if nobody has waited.
  std::optional<std::chrono::milliseconds> percentile(int percent) const;

private:
  std::map<std::int64_t, std::int64_t> counts_;
};

} // namespace paylink
