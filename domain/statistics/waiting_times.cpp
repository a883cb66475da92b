#include "domain/statistics/waiting_times.hpp"

#include <algorithm>

namespace paylink {
namespace {

std::int64_t step_below(std::int64_t tenths) { return *std::prev(std::ranges::upper_bound(waiting_steps, tenths)); }

std::int64_t scale_of(std::int64_t millis) {
  std::int64_t scale = 1;
  while (millis / scale >= 100) scale *= 10;
  return scale;
}

/// The first millisecond behind a bucket.
std::int64_t end_of(std::int64_t bucket) {
  if (bucket < waiting_millis_apart || bucket >= waiting_millis_max) return bucket + 1;
  const auto scale = scale_of(bucket);
  const auto next = std::ranges::upper_bound(waiting_steps, bucket / scale);
  return next == waiting_steps.end() ? 100 * scale : *next * scale;
}

} // namespace

std::int64_t waiting_bucket_of(std::chrono::milliseconds waited) {
  const auto millis = std::clamp<std::int64_t>(waited.count(), 0, waiting_millis_max);
  if (millis < waiting_millis_apart || millis == waiting_millis_max) return millis;
  const auto scale = scale_of(millis);
  return step_below(millis / scale) * scale;
}

void waiting_times::add(std::int64_t bucket, std::int64_t count) { counts_[bucket] += count; }

void waiting_times::add(const waiting_times& others) {
  for (const auto& [bucket, count] : others.counts_) add(bucket, count);
}

std::int64_t waiting_times::count() const {
  std::int64_t all = 0;
  for (const auto& [bucket, count] : counts_) all += count;
  return all;
}

std::optional<std::chrono::milliseconds> waiting_times::percentile(int percent) const {
  const auto all = count();
  if (all <= 0) return std::nullopt;
  auto left = (all * percent + 99) / 100;
  for (const auto& [bucket, count] : counts_) {
    left -= count;
    if (left <= 0) return std::chrono::milliseconds{(bucket + end_of(bucket) - 1) / 2};
  }
  return std::nullopt;
}

} // namespace paylink
