#include "actors/api/rate_limits.hpp"

#include "domain/address_policy.hpp"

namespace paylink {

namespace {

/// Some megabytes; beyond, all that are full are forgotten, and, were that not enough, all.
constexpr std::size_t buckets_max = 65'536;
/// Who holds an IPv6 address holds the block of 64 bits around it.
constexpr std::size_t v6_block_bytes = 8;

/// Whose bucket an address draws from.
std::string household_of(std::string_view peer) {
  const auto address = ip_address::parse(peer);
  if (!address || !address->is_v6) return std::string{peer};
  return {reinterpret_cast<const char*>(address->bytes.data()), v6_block_bytes};
}

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
