#include "actors/api/rate_limits.hpp"

#include "domain/household.hpp"

namespace paylink {

namespace {

/// Some megabytes; beyond, all that are full are forgotten, and, were that not enough, all.
constexpr std::size_t buckets_max = 65'536;
/// Beyond so many tokens the memory of them begins anew.
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

bool rate_limits::is_known(const std::string& digest) {
  const std::lock_guard held{known_mutex_};
  return known_.contains(digest);
}

void rate_limits::note(const std::string& digest, bool is_good) {
  const std::lock_guard held{known_mutex_};
  if (!is_good) {
    known_.erase(digest);
    return;
  }
  if (known_.size() >= known_max) known_.clear();
  known_.insert(digest);
}

rate_reading rate_limits::buckets::count(std::string_view who, std::chrono::milliseconds now) {
  if (rate_.per_second <= 0) return {name_, rate_, {}};
  const std::lock_guard held{mutex_};
  if (of_.size() >= buckets_max) make_room(now);
  return {name_, rate_, of_.try_emplace(std::string{who}, rate_, now).first->second.take(rate_, now)};
}

void rate_limits::buckets::make_room(std::chrono::milliseconds now) {
  std::erase_if(of_, [&](const auto& bucket) { return bucket.second.is_full(rate_, now); });
  if (of_.size() >= buckets_max) of_.clear();
}

} // namespace paylink
