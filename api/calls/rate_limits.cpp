#include "api/calls/rate_limits.hpp"

#include "domain/addresses/household.hpp"

namespace paylink {

namespace {

/// A few megabytes; beyond it, full buckets are forgotten, and if that is not enough, all.
constexpr std::size_t buckets_max = 65'536;
/// With more callers than this, the memory is cleared.
constexpr std::size_t known_max = 10'000;

std::string budget_of(const workspace_id& of, written_for what) {
  return (what == written_for::statement ? "import/" : "call/") + of.text();
}

std::string by_caller(const std::string& key, std::string_view caller) { return key + "/" + std::string{caller}; }

} // namespace

void rate_reading::append_headers(http_response& response) const {
  if (rate.per_second <= 0) return;
  const auto window = static_cast<long>(std::ceil(rate.burst / rate.per_second));
  const auto quoted = "\"" + std::string{name} + "\"";
  response.headers.emplace_back("RateLimit-Policy", quoted + ";q=" + std::to_string(rate.burst) +
                                                        (name.ends_with("bytes") ? ";qu=\"content-bytes\"" : "") +
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

std::optional<rate_reading> rate_limits::byte_limit::find_spent(const std::string& key, std::chrono::milliseconds now) {
  if (per_minute <= 0) return std::nullopt;
  const auto found = of.find(key);
  if (found == of.end()) return std::nullopt;
  const auto wait = found->second.until_next(per_minute, now);
  if (wait.count() == 0) return std::nullopt;
  const bucket_rate shown{static_cast<double>(per_minute) / 60, static_cast<int>(per_minute)};
  return rate_reading{name, shown, {.is_allowed = false, .remaining = 0, .until_more = wait}};
}

void rate_limits::byte_limit::count(const std::string& key, std::size_t bytes, std::chrono::milliseconds now) {
  if (per_minute <= 0) return;
  // Those that owe stay, however many there are.
  if (of.size() >= buckets_max)
    std::erase_if(of, [&](const auto& one) {
      auto budget = one.second;
      return budget.is_full(per_minute, now);
    });
  of.try_emplace(key, per_minute, now).first->second.take(static_cast<std::int64_t>(bytes), per_minute, now);
}

std::optional<rate_reading> rate_limits::find_spent_bytes(const workspace_id& of, written_for what,
                                                          std::chrono::milliseconds now, std::string_view caller) {
  const std::lock_guard held{written_mutex_};
  const auto key = budget_of(of, what);
  if (auto spent = written_.find_spent(key, now)) return spent;
  return caller.empty() ? std::nullopt : written_by_caller_.find_spent(by_caller(key, caller), now);
}

void rate_limits::count_bytes(const workspace_id& of, written_for what, std::size_t bytes,
                              std::chrono::milliseconds now, std::string_view caller) {
  const std::lock_guard held{written_mutex_};
  const auto key = budget_of(of, what);
  written_.count(key, bytes, now);
  if (!caller.empty()) written_by_caller_.count(by_caller(key, caller), bytes, now);
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
