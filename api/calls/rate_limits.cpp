#include "api/calls/rate_limits.hpp"

#include "domain/addresses/household.hpp"

namespace paylink {

namespace {

/// A few megabytes; beyond it, full buckets are forgotten, and if that is not enough, all.
constexpr std::size_t buckets_max = 65'536;
/// With more callers than this, the memory is cleared.
constexpr std::size_t known_max = 10'000;
} // namespace

void rate_reading::append_headers(http_response& response) const {
  if (rate.per_second <= 0) return;
  const auto window = static_cast<long>(std::ceil(rate.burst / rate.per_second));
  const auto quoted = "\"" + std::string{name} + "\"";
  response.headers.emplace_back("RateLimit-Policy", quoted + ";q=" + std::to_string(rate.burst) +
                                                        ";w=" + std::to_string(std::max(1L, window)));
  response.headers.emplace_back("RateLimit", quoted + ";r=" + std::to_string(level.remaining) +
                                                 ";t=" + std::to_string(level.until_more.count()));
  if (!level.is_allowed) response.headers.emplace_back("Retry-After", std::to_string(level.until_more.count()));
}

rate_reading rate_limits::count_address(std::string_view peer, std::chrono::milliseconds now) {
  return address_.count(household_of(peer), now);
}

rate_reading rate_limits::count_page(std::string_view peer, std::chrono::milliseconds now) {
  return page_.count(household_of(peer), now);
}

rate_reading rate_limits::count_look_up(std::string_view peer, std::chrono::milliseconds now) {
  return look_up_.count(household_of(peer), now);
}

std::optional<std::string> rate_limits::known(const std::string& digest) {
  const std::lock_guard held{known_mutex_};
  const auto found = known_.find(digest);
  return found == known_.end() ? std::nullopt : std::optional{found->second};
}

void rate_limits::note(const std::string& digest, std::string_view name) {
  const std::lock_guard held{known_mutex_};
  if (known_.size() >= known_max) known_.clear();
  known_.insert_or_assign(digest, std::string{name});
}

void rate_limits::forget(const std::string& digest) {
  const std::lock_guard held{known_mutex_};
  known_.erase(digest);
}

rate_reading rate_limits::buckets::count(std::string_view who, std::chrono::milliseconds now) {
  if (rate_.per_second <= 0) return {name_, rate_, {}};
  const std::lock_guard held{mutex_};
  if (of_.size() >= buckets_max) make_room(now);
  return {name_, rate_, of_.try_emplace(std::string{who}, rate_, now).first->second.take(rate_, now)};
}

std::optional<rate_reading> rate_limits::buckets::find_spent(std::string_view who, std::chrono::milliseconds now) {
  if (rate_.per_second <= 0) return std::nullopt;
  const std::lock_guard held{mutex_};
  const auto found = of_.find(std::string{who});
  if (found == of_.end()) return std::nullopt;
  auto bucket = found->second;
  const auto level = bucket.take(rate_, now);
  return level.is_allowed ? std::nullopt : std::optional{rate_reading{name_, rate_, level}};
}

void rate_limits::buckets::make_room(std::chrono::milliseconds now) {
  std::erase_if(of_, [&](const auto& bucket) { return bucket.second.is_full(rate_, now); });
  if (of_.size() >= buckets_max) of_.clear();
}

} // namespace paylink
